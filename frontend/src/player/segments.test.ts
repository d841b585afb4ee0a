import { describe, expect, it } from 'vitest';
import { beginSegments, checkSegments, reduceSegments, type SegmentsAction, type SegmentsHistory } from './segments';

const run = (history: SegmentsHistory, ...actions: SegmentsAction[]): SegmentsHistory =>
  actions.reduce(reduceSegments, history);

const spans = ({ present }: SegmentsHistory): number[][] => present.map(({ start, end }) => [start, end]);

describe('segments in the making', () => {
  it('keeps the order in which they are added, not the order of time, and rounds to the millisecond', () => {
    const made = run(
      beginSegments(),
      { type: 'add', span: { start: 100, end: 110.00049 } },
      { type: 'add', span: { start: 20.0004999, end: 25 } },
    );
    expect(spans(made)).toEqual([
      [100, 110],
      [20, 25],
    ]);
    expect(made.present.map(({ key }) => key)).toEqual([1, 2]);
  });

  it('takes one drag across several places as one change', () => {
    const made = run(
      beginSegments([{ start: 1, end: 2 }, { start: 3, end: 4 }, { start: 5, end: 6 }]),
      { type: 'move', key: 3, to: 1, gesture: 'drag' },
      { type: 'move', key: 3, to: 0, gesture: 'drag' },
    );
    expect(spans(made)).toEqual([[5, 6], [1, 2], [3, 4]]);
    expect(spans(run(made, { type: 'undo' }))).toEqual([[1, 2], [3, 4], [5, 6]]);
  });

  it('undoes and redoes one change at a time', () => {
    const made = run(
      beginSegments(),
      { type: 'add', span: { start: 1, end: 2 } },
      { type: 'add', span: { start: 3, end: 4 } },
      { type: 'move', key: 2, to: 0 },
      { type: 'remove', key: 1 },
    );
    expect(spans(made)).toEqual([[3, 4]]);
    const back = run(made, { type: 'undo' }, { type: 'undo' });
    expect(spans(back)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(spans(run(back, { type: 'redo' }))).toEqual([
      [3, 4],
      [1, 2],
    ]);
    expect(run(back, { type: 'undo' }, { type: 'undo' }, { type: 'undo' }).present).toEqual([]);
    expect(run(back, { type: 'add', span: { start: 8, end: 9 } }).future).toEqual([]);
  });

  it('takes one drag as one step, and two drags as two', () => {
    const drag = (time: number, gesture: string): SegmentsAction => ({ type: 'set_edge', key: 1, edge: 'end', time, gesture });
    const dragged = run(
      beginSegments([{ start: 1, end: 2 }]),
      drag(2.2, 'a'),
      drag(2.5, 'a'),
      drag(2.5, 'a'),
      drag(3, 'b'),
    );
    expect(dragged.past).toHaveLength(2);
    expect(spans(run(dragged, { type: 'undo' }))).toEqual([[1, 2.5]]);
    expect(spans(run(dragged, { type: 'undo' }, { type: 'undo' }))).toEqual([[1, 2]]);
  });

  it('never gives a key twice, even after undo', () => {
    const undone = run(beginSegments([{ start: 1, end: 2 }]), { type: 'add', span: { start: 3, end: 4 } }, { type: 'undo' });
    const again = run(undone, { type: 'add', span: { start: 5, end: 6 } });
    expect(again.present.map(({ key }) => key)).toEqual([1, 3]);
  });

  it('ignores what changes nothing', () => {
    const made = beginSegments([{ start: 1, end: 2 }]);
    expect(run(made, { type: 'move', key: 1, to: 1 })).toBe(made);
    expect(run(made, { type: 'set_edge', key: 1, edge: 'end', time: 2 })).toBe(made);
    expect(run(made, { type: 'remove', key: 9 })).toBe(made);
    expect(run(made, { type: 'redo' })).toBe(made);
  });
});

describe('what the server would refuse', () => {
  const codes = (given: [number, number][], duration = 60): unknown[] =>
    checkSegments(
      given.map(([start, end]) => ({ start, end })),
      duration,
    ).map(({ code, index, edge }) => [code, index, edge]);

  it('says what is wrong with each segment', () => {
    expect(codes([])).toEqual([['no_segments', null, null]]);
    expect(codes([[-1, 4], [5, 5], [50, 60.001], [7, 6]])).toEqual([
      ['segment_negative', 0, 'start'],
      ['segment_empty', 1, 'end'],
      ['segment_outside_video', 2, 'end'],
      ['segment_empty', 3, 'end'],
    ]);
    expect(codes([[0, 60.0004]])).toEqual([]);
  });

  it('finds an overlap with any earlier one, and lets neighbours touch', () => {
    expect(codes([[10, 40], [40, 50], [20, 22], [5, 11]])).toEqual([
      ['segments_overlap', 2, 'start'],
      ['segments_overlap', 3, 'end'],
    ]);
  });

  it('takes no more than a hundred', () => {
    expect(codes(Array.from({ length: 101 }, (_, index): [number, number] => [index, index + 1]), 200)).toEqual([
      ['too_many_segments', null, null],
    ]);
  });
});
