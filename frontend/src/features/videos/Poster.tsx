import { useState } from 'react';
import classes from './Videos.module.css';

/** One small picture of a video; an empty place of the same size while there is none. */
export function Poster({ address }: { address: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return address === null || address === broken ? (
    <span className={classes.poster} aria-hidden />
  ) : (
    <img className={classes.poster} src={address} alt="" loading="lazy" onError={() => setBroken(address)} />
  );
}
