import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { sortCues, type Cue } from './cues';
import { Controls } from './Controls';
import { MediaMessage } from './MediaMessage';
import type { Playback } from './Playback';
import { usePlayerKeys } from './usePlayerKeys';
import { useCuesNow } from './usePlayback';
import classes from './Player.module.css';

interface PlayerProps {
  playback: Playback;
  /** Address of the file, such as `/api/v1/videos/1/media`. */
  src: string;
  /** What the video is, for screen readers. */
  label: string;
  /** Subtitles in seconds of the file. */
  cues?: readonly Cue[];
  /** In and out marks and the loop; off where nothing is selected. */
  marking?: boolean;
  /** More controls, at the end of the bar. */
  children?: ReactNode;
}

/** The video with its controls. The browser's own controls are off: they know neither frames nor selections. */
export function Player({ playback, src, label, cues = [], marking = true, children }: PlayerProps) {
  const [captions, setCaptions] = useState(true);
  const attach = useCallback((video: HTMLVideoElement) => playback.attach(video), [playback]);
  const timeId = usePlayerKeys(playback, marking);
  return (
    <section className={classes.player} aria-label={label}>
      <div className={classes.screen}>
        {/* Captions are drawn below from the same cues, so that they follow segments and can be turned off. */}
        {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={attach}
          className={classes.video}
          src={src}
          preload="auto"
          playsInline
          disablePictureInPicture
          onClick={() => playback.toggle()}
        />
        {captions && <Captions playback={playback} cues={cues} />}
        <MediaMessage playback={playback} />
      </div>
      <Controls
        playback={playback}
        timeId={timeId}
        marking={marking}
        captions={cues.length === 0 ? null : captions}
        onCaptions={setCaptions}
      >
        {children}
      </Controls>
    </section>
  );
}

function Captions({ playback, cues }: { playback: Playback; cues: readonly Cue[] }) {
  const sorted = useMemo(() => sortCues(cues), [cues]);
  const now = useCuesNow(playback, sorted);
  return (
    <div className={classes.captions} aria-hidden>
      {now.map((cue) => (
        <p key={cue.id} className={classes.caption}>
          {cue.speaker !== null && cue.speaker !== '' && <b>{cue.speaker}: </b>}
          {cue.text}
        </p>
      ))}
    </div>
  );
}
