import { keyCaps } from '@/keys/combo';
import { onMac } from '@/keys/platform';
import classes from './KeyCaps.module.css';

/** A key combination drawn as key caps: <KeyCaps keys="Mod+Enter" />. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={classes.caps}>
      {keyCaps(keys, onMac).map((cap) => (
        <kbd key={cap} className={classes.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
