import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventDrafts } from './EventDrafts';
import { contentOf, type EventContent, type VideoEvent } from './queries';

const person = { id: 1, name: 'Ann' };
const event: VideoEvent = {
  id: 7, video: 1, start: 1, end: 2, title: 'finds the box', participants: [], cues: {}, emotion_notes: '', version: 1,
  created_by: person, created_at: '2026-01-01T00:00:00Z', changed_by: person, changed_at: '2026-01-01T00:00:00Z', removed: false,
};

let now = event;
let save: ReturnType<typeof vi.fn<(event: VideoEvent, content: EventContent) => Promise<VideoEvent>>>;

const begin = () =>
  new EventDrafts({
    save,
    find: () => now,
    onSaved: (saved) => {
      now = saved;
    },
  });

const titled = (title: string): EventContent => ({ ...contentOf(event), title });

beforeEach(() => {
  vi.useFakeTimers();
  now = event;
  save = vi.fn((from: VideoEvent, content: EventContent) =>
    Promise.resolve({ ...from, ...content, cues: { ...content.cues }, version: from.version + 1 }),
  );
});
afterEach(() => vi.useRealTimers());

it('sends the last of several changes once', async () => {
  const drafts = begin();
  drafts.change(7, titled('a'));
  drafts.change(7, titled('ab'));
  await vi.runAllTimersAsync();
  expect(save.mock.calls.map(([from, content]) => [from.version, content.title])).toEqual([[1, 'ab']]);
  expect(drafts.getState().drafts.size).toBe(0);
  expect(now.title).toBe('ab');
});

it('sends what was changed during a save after it, with the newer version', async () => {
  const drafts = begin();
  drafts.change(7, titled('a'));
  const first = drafts.flush(7);
  drafts.change(7, titled('ab'));
  await first;
  await vi.runAllTimersAsync();
  expect(save.mock.calls.map(([from, content]) => [from.version, content.title])).toEqual([[1, 'a'], [2, 'ab']]);
  expect(now.title).toBe('ab');
});

it('keeps a change that was refused until it is sent again', async () => {
  const drafts = begin();
  const refusal = new Error('no network');
  save.mockRejectedValueOnce(refusal);
  drafts.change(7, titled('a'));
  await vi.runAllTimersAsync();
  expect(drafts.getState().drafts.get(7)).toEqual({ content: titled('a'), error: refusal });
  await drafts.flush(7);
  expect(drafts.getState().drafts.size).toBe(0);
  expect(now.title).toBe('a');
});

it('sends nothing of a change that was dropped', async () => {
  const drafts = begin();
  drafts.change(7, titled('a'));
  drafts.drop(7);
  await vi.runAllTimersAsync();
  expect(save).not.toHaveBeenCalled();
});
