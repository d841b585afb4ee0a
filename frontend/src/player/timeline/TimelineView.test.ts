import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimelineView } from './TimelineView';

let next: FrameRequestCallback | null = null;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    next = callback;
    return 1;
  });
});

afterEach(() => vi.unstubAllGlobals());

const screen = (): void => {
  const run = next;
  next = null;
  run?.(0);
};

const hour = { duration: 3600, shortest: 0.32 };

it('tells once a picture of the screen, however often it is zoomed and moved in between', () => {
  const view = new TimelineView(null);
  view.setBounds(hour);
  const told = vi.fn();
  view.subscribe(told);
  view.zoom(2, 0);
  view.zoom(2, 0);
  view.move(100);
  expect(view.getState()).toEqual({ start: 0, length: 3600 });
  expect(view.next).toEqual({ start: 100, length: 900 });
  expect(told).not.toHaveBeenCalled();
  screen();
  expect(told).toHaveBeenCalledTimes(1);
  expect(view.getState()).toEqual({ start: 100, length: 900 });
});

it('shows all of a video whose length was not known at first, and what it was made for', () => {
  const view = new TimelineView(null);
  view.setBounds({ duration: 0, shortest: 0.4 });
  view.setBounds(hour);
  expect(view.getState()).toEqual({ start: 0, length: 3600 });
  const clip = new TimelineView({ start: 100, end: 180 });
  clip.setBounds(hour);
  expect(clip.getState()).toEqual({ start: 90, length: 100 });
});

it('goes with the position when it was in sight or jumps, and stays where one has moved away from it', () => {
  const view = new TimelineView({ start: 100, end: 180 });
  view.setBounds(hour);
  view.follow(189.9, 190.1);
  screen();
  expect(view.getState().start).toBeCloseTo(180.1);
  view.moveTo(1000);
  view.follow(190.1, 190.14);
  screen();
  expect(view.getState().start).toBe(1000);
  view.follow(190.14, 500);
  screen();
  expect(view.getState().start).toBe(490);
});

it('never leaves the video nor shows less than some frames', () => {
  const view = new TimelineView(null);
  view.setBounds(hour);
  view.zoom(1e9, 3600);
  screen();
  expect(view.getState().length).toBe(0.32);
  expect(view.getState().start).toBeCloseTo(3599.68);
  view.moveTo(-5);
  screen();
  expect(view.getState().start).toBe(0);
});
