import { expect, it } from 'vitest';
import { WatchRecorder } from './watching';

it('collects what is played and leaves out what is jumped over', () => {
  const recorder = new WatchRecorder();
  for (const time of [10, 10.25, 10.5, 10.75]) {
    recorder.see(time, time + 0.04, 1);
  }
  for (const time of [60, 60.25]) {
    recorder.see(time, time + 0.04, 1);
  }
  expect(recorder.take()).toEqual([
    { start: 10, end: 10.79 },
    { start: 60, end: 60.29 },
  ]);
  expect(recorder.take()).toEqual([]);
});

it('counts nothing while it does not play, nor what lies between pause and play', () => {
  const recorder = new WatchRecorder();
  recorder.see(5, 5.04, 1);
  recorder.see(5.5, 5.54, 0);
  recorder.see(6.2, 6.24, 0);
  recorder.see(6.2, 6.24, 1);
  expect(recorder.take()).toEqual([
    { start: 5, end: 5.04 },
    { start: 6.2, end: 6.24 },
  ]);
});

it('goes on where it was after a report, and keeps what could not be reported', () => {
  const recorder = new WatchRecorder();
  recorder.see(1, 1.04, 2);
  recorder.see(3, 3.04, 2);
  const first = recorder.take();
  recorder.see(4, 4.04, 2);
  recorder.giveBack(first);
  expect(recorder.take()).toEqual([{ start: 1, end: 4.04 }]);
});

it('counts a passage that is played backwards by looping once', () => {
  const recorder = new WatchRecorder();
  for (const time of [1, 1.5, 2, 1, 1.5, 2, 2.5]) {
    recorder.see(time, time + 0.04, 1);
  }
  expect(recorder.take()).toEqual([{ start: 1, end: 2.54 }]);
});
