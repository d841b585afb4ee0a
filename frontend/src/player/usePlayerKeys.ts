import { useId } from 'react';
import type { PlainMessageKey } from '@/i18n/catalogue';
import type { KeyBinding } from '@/keys/registry';
import { useKeys } from '@/keys/useKeys';
import type { Playback } from './Playback';

/** Registers the keys of playing and marking; answers the id that the field of the position has to have for G. */
export function usePlayerKeys(playback: Playback, marking: boolean): string {
  const timeId = useId();
  const playing = (
    keys: KeyBinding['keys'],
    label: PlainMessageKey,
    run: () => void,
    repeats = false,
  ): KeyBinding => ({ keys, label, group: 'playback', run, repeats });
  const marks = (keys: KeyBinding['keys'], label: PlainMessageKey, run: () => void): KeyBinding => ({
    keys,
    label,
    group: 'marking',
    run,
    enabled: marking,
  });
  useKeys([
    playing(['Space', 'K'], 'keys.player.toggle', () => playback.toggle()),
    playing(['J'], 'keys.player.slower', () => playback.slower()),
    playing(['L'], 'keys.player.faster', () => playback.faster()),
    playing([','], 'keys.player.frame_back', () => playback.stepFrames(-1), true),
    playing(['.'], 'keys.player.frame_forward', () => playback.stepFrames(1), true),
    playing(['ArrowLeft'], 'keys.player.second_back', () => playback.jump(-1), true),
    playing(['ArrowRight'], 'keys.player.second_forward', () => playback.jump(1), true),
    playing(['Shift+ArrowLeft'], 'keys.player.five_back', () => playback.jump(-5), true),
    playing(['Shift+ArrowRight'], 'keys.player.five_forward', () => playback.jump(5), true),
    playing(['G'], 'keys.player.go_to', () => document.getElementById(timeId)?.focus()),
    marks(['I'], 'keys.player.mark_in', () => playback.markIn()),
    marks(['O'], 'keys.player.mark_out', () => playback.markOut()),
    marks(['Enter'], 'keys.player.loop', () => playback.setLooping(!playback.getState().looping)),
  ]);
  return timeId;
}
