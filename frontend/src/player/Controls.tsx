import { Select } from '@mantine/core';
import {
  IconBadgeCc,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRepeat,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { IconPress } from './IconPress';
import type { Playback } from './Playback';
import { RATES, selectionOf, withEnd, withStart } from './playbackState';
import { TimeField } from './TimeField';
import { usePlaybackState } from './usePlayback';
import classes from './Player.module.css';

interface ControlsProps {
  playback: Playback;
  timeId: string;
  marking: boolean;
  /** Null when there are none to show. */
  captions: boolean | null;
  onCaptions: (shown: boolean) => void;
  children?: ReactNode;
}

export function Controls({ playback, timeId, marking, captions, onCaptions, children }: ControlsProps) {
  const { t, number } = useI18n();
  const muted = usePlaybackState(playback, (state) => state.muted);
  const rate = usePlaybackState(playback, (state) => state.rate);
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('player.controls')}>
      <div className={classes.group}>
        <Transport playback={playback} />
      </div>
      <Position playback={playback} timeId={timeId} />
      <Select
        className={classes.rate}
        size="xs"
        aria-label={t('player.rate')}
        data={RATES.map((value) => ({ value: String(value), label: `${number(value)}×` }))}
        value={String(rate)}
        allowDeselect={false}
        withCheckIcon={false}
        onChange={(value) => playback.setRate(Number(value ?? 1))}
      />
      {marking && <Marking playback={playback} />}
      <div className={classes.rest}>
        {children}
        <div className={classes.group}>
          {captions !== null && (
            <IconPress
              label={t('player.captions')}
              icon={IconBadgeCc}
              pressed={captions}
              onPress={() => onCaptions(!captions)}
            />
          )}
          <IconPress
            label={t('player.muted')}
            icon={muted ? IconVolumeOff : IconVolume}
            pressed={muted}
            onPress={() => playback.setMuted(!muted)}
          />
        </div>
      </div>
    </div>
  );
}

function Transport({ playback }: { playback: Playback }) {
  const { t } = useI18n();
  const playing = usePlaybackState(playback, (state) => state.playing);
  const duration = usePlaybackState(playback, (state) => state.duration);
  return (
    <>
      <IconPress label={t('player.to_start')} icon={IconPlayerSkipBack} onPress={() => playback.seek(playback.extent().start)} />
      <IconPress label={t('player.frame_back')} icon={IconChevronLeft} onPress={() => playback.stepFrames(-1)} />
      <IconPress
        label={t(playing ? 'player.pause' : 'player.play')}
        icon={playing ? IconPlayerPauseFilled : IconPlayerPlayFilled}
        onPress={() => playback.toggle()}
      />
      <IconPress label={t('player.frame_forward')} icon={IconChevronRight} onPress={() => playback.stepFrames(1)} />
      <IconPress
        label={t('player.to_end')}
        icon={IconPlayerSkipForward}
        disabled={duration === null}
        // A hair before the end: the frame that begins there is not played.
        onPress={() => playback.seek(playback.extent().end - 0.001)}
      />
    </>
  );
}

function Position({ playback, timeId }: { playback: Playback; timeId: string }) {
  const { t, number } = useI18n();
  const time = usePlaybackState(playback, (state) => state.time);
  const frame = usePlaybackState(playback, (state) => state.frame);
  return (
    <div className={classes.group}>
      <TimeField
        id={timeId}
        label={t('player.time')}
        value={time}
        required
        onCommit={(typed) => typed !== null && playback.seek(typed)}
      />
      <span className={classes.frame} title={t('player.frame')}>
        {frame === null ? '' : t('player.frame_number', { number: number(frame) })}
      </span>
    </div>
  );
}

function Marking({ playback }: { playback: Playback }) {
  const { t } = useI18n();
  const marks = usePlaybackState(playback, (state) => state.marks);
  const looping = usePlaybackState(playback, (state) => state.looping);
  const empty = marks.start === null && marks.end === null;
  return (
    <div className={classes.group} role="group" aria-label={t('player.selection')}>
      <span className={classes.mark} aria-hidden>
        {t('player.in')}
      </span>
      <TimeField
        label={t('player.mark_in')}
        value={marks.start}
        onCommit={(time) => playback.setMarks(withStart(marks, time))}
      />
      <span className={classes.mark} aria-hidden>
        {t('player.out')}
      </span>
      <TimeField
        label={t('player.mark_out')}
        value={marks.end}
        onCommit={(time) => playback.setMarks(withEnd(marks, time))}
      />
      <IconPress
        label={t('player.loop')}
        icon={IconRepeat}
        pressed={looping}
        disabled={selectionOf(marks) === null}
        onPress={() => playback.setLooping(!looping)}
      />
      <IconPress
        label={t('player.clear_marks')}
        icon={IconX}
        disabled={empty}
        onPress={() => playback.setMarks({ start: null, end: null })}
      />
    </div>
  );
}
