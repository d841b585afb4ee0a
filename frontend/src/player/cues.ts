import { firstAfter } from './spans';

/** One subtitle line. */
export interface Cue {
  id: string;
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

/** In order of time, as the functions below need them. Lines of the same time keep their order. */
export const sortCues = (cues: readonly Cue[]): readonly Cue[] => cues.toSorted((one, other) => one.start - other.start);

/** How many lines before a moment may still be heard at it. */
const MOST_AT_ONCE = 12;

/** The lines heard at `time`; `cues` in order of time. */
export function cuesAt(cues: readonly Cue[], time: number): Cue[] {
  const after = firstAfter(cues, time + 0.0005);
  return cues.slice(Math.max(0, after - MOST_AT_ONCE), after).filter(({ end }) => time + 0.0005 < end);
}

/** Where the list of lines stands at `time`: the line heard, else the last one before; -1 before the first. */
export const cueIndexAt = (cues: readonly Cue[], time: number): number => firstAfter(cues, time + 0.0005) - 1;

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** The lines whose text or speaker contains each word of `query`. */
export function searchCues(cues: readonly Cue[], query: string): readonly Cue[] {
  const words = folded(query).split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) {
    return cues;
  }
  return cues.filter((cue) => {
    const text = folded(`${cue.speaker ?? ''} ${cue.text}`);
    return words.every((word) => text.includes(word));
  });
}
