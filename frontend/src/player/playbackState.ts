import type { Span } from './spans';

/** In and out: the selection in the making. `end` is the end of the last frame selected. */
export interface Marks {
  start: number | null;
  end: number | null;
}

export interface MediaFailure {
  /** `unreachable`: no answer; `refused`: the server said why; `undecodable`: the browser cannot play what came;
   * `no_picture`: it plays sound only. */
  kind: 'unreachable' | 'refused' | 'undecodable' | 'no_picture';
  /** The server's sentence, where it said one. */
  detail: string;
}

export interface PlaybackState {
  /** `slow`: nothing has come for a while, but it may still. */
  status: 'loading' | 'ready' | 'slow' | 'failed';
  failure: MediaFailure | null;
  /** When the frame on screen begins, in seconds of the file; during a seek, of the frame sought. */
  time: number;
  /** The number of that frame, from 0; null while frame times are not known. */
  frame: number | null;
  playing: boolean;
  backwards: boolean;
  rate: number;
  muted: boolean;
  /** Null until the file says it, or it is told. */
  duration: number | null;
  marks: Marks;
  looping: boolean;
}

export const INITIAL: PlaybackState = {
  status: 'loading',
  failure: null,
  time: 0,
  frame: null,
  playing: false,
  backwards: false,
  rate: 1,
  muted: false,
  duration: null,
  marks: { start: null, end: null },
  looping: false,
};

export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3] as const;

/** The marks as a selection; null unless both are set and in order. */
export function selectionOf({ start, end }: Marks): Span | null {
  return start !== null && end !== null && start < end ? { start, end } : null;
}

/** A new in mark; an out mark that would come before it goes. */
export const withStart = ({ end }: Marks, start: number | null): Marks => ({
  start,
  end: start !== null && end !== null && end <= start ? null : end,
});

/** A new out mark; an in mark that would come after it goes. */
export const withEnd = ({ start }: Marks, end: number | null): Marks => ({
  start: start !== null && end !== null && end <= start ? null : start,
  end,
});

interface Speed {
  playing: boolean;
  backwards: boolean;
  rate: number;
}

/** What L does: plays, then ever faster. */
export function faster({ playing, backwards, rate }: Speed): Speed {
  if (!playing || backwards) {
    return { playing: true, backwards: false, rate };
  }
  return { playing: true, backwards: false, rate: RATES.find((candidate) => candidate > rate) ?? rate };
}

/** What J does: slower down to the usual speed, then backwards. */
export function slower({ playing, backwards, rate }: Speed): Speed {
  if (playing && !backwards && rate > 1) {
    return { playing: true, backwards: false, rate: RATES.findLast((candidate) => candidate < rate) ?? 1 };
  }
  return { playing: true, backwards: true, rate };
}
