import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { keyRegistry, type KeyBinding } from './registry';

/**
 * Registers the bindings while the component is mounted. Handlers may close over fresh state on each render; the
 * registration itself changes only when keys, labels or flags do.
 */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  const shape = JSON.stringify(bindings.map((binding) => ({ ...binding, run: undefined })));
  useEffect(
    () =>
      keyRegistry.add(
        latest.current.map((binding, index) => ({
          ...binding,
          run: (event: KeyboardEvent) => latest.current[index]?.run(event),
        })),
      ),
    [shape],
  );
}

/** Everything that a key does on the page as it stands. */
export function useKeyList(): readonly KeyBinding[] {
  return useSyncExternalStore(keyRegistry.subscribe, keyRegistry.list);
}

/** Connects the registry to the window; called once, by the shell. */
export function useKeyListener(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      keyRegistry.handle(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
