import { expect, it } from 'vitest';
import { cueIndexAt, cuesAt, searchCues, sortCues, type Cue } from './cues';

const cue = (id: string, start: number, end: number, text = id, speaker: string | null = null): Cue => ({
  id, start, end, text, speaker,
});

const cues = sortCues([cue('U3', 8, 9, 'Ｗhat is it?', 'Monica'), cue('U1', 1, 6, 'This one?', 'Ross'), cue('U2', 2, 4, '这个盒子')]);

const ids = (found: readonly Cue[]): string[] => found.map(({ id }) => id);

it('finds the lines heard at a moment, two at once too', () => {
  expect(ids(cues)).toEqual(['U1', 'U2', 'U3']);
  expect([0, 1, 3, 5, 6, 8.5].map((time) => ids(cuesAt(cues, time)))).toEqual([[], ['U1'], ['U1', 'U2'], ['U1'], [], ['U3']]);
  expect([0, 1, 7, 20].map((time) => cueIndexAt(cues, time))).toEqual([-1, 0, 1, 2]);
});

it('searches text and speakers, whatever the case or width of the letters', () => {
  expect(ids(searchCues(cues, 'WHAT'))).toEqual(['U3']);
  expect(ids(searchCues(cues, 'ross one'))).toEqual(['U1']);
  expect(ids(searchCues(cues, '盒子'))).toEqual(['U2']);
  expect(searchCues(cues, '  ')).toBe(cues);
  expect(searchCues(cues, 'nobody')).toEqual([]);
});
