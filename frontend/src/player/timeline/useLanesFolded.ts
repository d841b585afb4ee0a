import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';

const NONE: readonly string[] = [];

/** Which lanes are folded; remembered in this browser, for all videos. */
export function useLanesFolded(): [folded: ReadonlySet<string>, toggle: (id: string) => void] {
  const [stored, setStored] = useLocalStorage<readonly string[]>({
    key: 'longemo.timeline.folded',
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
  const toggle = useCallback(
    (id: string) => setStored((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    [setStored],
  );
  return [new Set(stored), toggle];
}
