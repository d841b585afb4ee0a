import { KeyCaps } from '@/components/KeyCaps';

/** The key of a button, for the eye; the button itself carries it as `aria-keyshortcuts`, so that its name stays short. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden>
      <KeyCaps keys={keys} />
    </span>
  );
}
