import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '@/api/client';
import { ApiError } from '@/api/problems';
import { contentOf, type Content } from './draft';
import { DraftSaver } from './DraftSaver';
import { copyStore } from './localCopy';

type Revision = Schema<'Revision'>;
type Question = Schema<'Question'>;

const revision = (version: number, question_text: string): Revision =>
  ({
    question_text, labels: [], answer_text: '', items: [], details_description: '', components_rule: '',
    rubric_family: '', rubric_criterion: '', rubric_scores: {}, evidence: [], include_subtitles: true, author_note: '',
    clip: { id: 7 }, version, saved_at: `2026-01-01T00:00:0${version}Z`,
  }) as unknown as Revision;

const put = vi.fn<(version: number, content: Content) => Promise<Question>>();
const onSaved = vi.fn();
const copies = copyStore(1, 5);

const answer = (version: number, text: string): Question => ({ revision: revision(version, text) }) as Question;

const begin = (version = 1, text = 'old'): DraftSaver =>
  new DraftSaver({ revision: revision(version, text), put, onSaved, copies });

const written = (saver: DraftSaver, question_text: string): Content => ({ ...saver.getState().content, question_text });

beforeEach(() => {
  vi.useFakeTimers();
  put.mockReset();
  onSaved.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('saving as one writes', () => {
  it('saves once, a moment after the last change, and keeps a copy until then', async () => {
    put.mockResolvedValue(answer(2, 'new'));
    const saver = begin();
    saver.edit(written(saver, 'ne'));
    await vi.advanceTimersByTimeAsync(800);
    saver.edit(written(saver, 'new'));
    expect(copies.read()).toMatchObject({ version: 1, content: { question_text: 'new' } });
    await vi.advanceTimersByTimeAsync(1_199);
    expect(put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(put).toHaveBeenCalledExactlyOnceWith(1, expect.objectContaining({ question_text: 'new', clip: 7 }));
    expect(saver.getState()).toMatchObject({ status: 'saved', version: 2 });
    expect(copies.read()).toBeNull();
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  it('saves what was written during a save afterwards, from the new version', async () => {
    let arrive: (question: Question) => void = () => undefined;
    put.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
    put.mockResolvedValueOnce(answer(3, 'second'));
    const saver = begin();
    saver.edit(written(saver, 'first'));
    await vi.advanceTimersByTimeAsync(1_200);
    saver.edit(written(saver, 'second'));
    arrive(answer(2, 'first'));
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.getState()).toMatchObject({ status: 'waiting', version: 2 });
    await vi.advanceTimersByTimeAsync(1_200);
    expect(put.mock.calls.map(([version, { question_text }]) => [version, question_text])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
    expect(saver.getState().status).toBe('saved');
  });

  it('sends nothing when the change was taken back', async () => {
    const saver = begin();
    saver.edit(written(saver, 'new'));
    saver.edit(written(saver, 'old'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(put).not.toHaveBeenCalled();
    expect(saver.getState().status).toBe('saved');
    expect(copies.read()).toBeNull();
  });
});

describe('when it does not go through', () => {
  it('tries again until the server answers, and at once when told that it may', async () => {
    put.mockRejectedValue(new ApiError(0, 'unreachable', ''));
    const saver = begin();
    saver.edit(written(saver, 'new'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.getState().status).toBe('offline');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(put).toHaveBeenCalledTimes(2);
    put.mockResolvedValue(answer(2, 'new'));
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.getState()).toMatchObject({ status: 'saved', version: 2 });
  });

  it('shows both when something else was saved meanwhile, and loses neither', async () => {
    put.mockRejectedValueOnce(
      new ApiError(409, 'stale_version', 'Saved since.', [], { current_version: 4, saved: revision(4, 'theirs') }),
    );
    const saver = begin();
    saver.edit(written(saver, 'mine'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.getState()).toMatchObject({ status: 'conflict', theirs: { version: 4, question_text: 'theirs' } });
    saver.edit(written(saver, 'mine, more'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(copies.read()?.content.question_text).toBe('mine, more');
    put.mockResolvedValueOnce(answer(5, 'mine, more'));
    saver.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(put).toHaveBeenLastCalledWith(4, expect.objectContaining({ question_text: 'mine, more' }));
    expect(saver.getState()).toMatchObject({ status: 'saved', version: 5, theirs: null });
  });

  it('takes what the server has when told so', async () => {
    put.mockRejectedValueOnce(new ApiError(409, 'stale_version', '', [], { current_version: 4, saved: revision(4, 'theirs') }));
    const saver = begin();
    saver.edit(written(saver, 'mine'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.takeTheirs()).toEqual(contentOf(revision(4, 'theirs')));
    expect(saver.getState()).toMatchObject({ status: 'saved', version: 4 });
    expect(copies.read()).toBeNull();
  });

  it('keeps the text and says why when the question can no longer be changed', async () => {
    put.mockRejectedValueOnce(new ApiError(409, 'not_editable', 'It is in review.'));
    const saver = begin();
    saver.edit(written(saver, 'late'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.getState()).toMatchObject({ status: 'closed', detail: 'It is in review.' });
    expect(copies.read()?.content.question_text).toBe('late');
  });

  it('says what the server refuses and saves again after the next change', async () => {
    const fields = [{ field: 'evidence.0', code: 'reversed', message: 'The start must come first.' }];
    put.mockRejectedValueOnce(new ApiError(400, 'content_invalid', 'No.', fields));
    const saver = begin();
    saver.edit(written(saver, 'a'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.getState()).toMatchObject({ status: 'refused', refusals: fields });
    put.mockResolvedValueOnce(answer(2, 'b'));
    saver.edit(written(saver, 'b'));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(saver.getState()).toMatchObject({ status: 'saved', refusals: [] });
  });

  it('waits for a login and goes on after it', async () => {
    put.mockRejectedValueOnce(new ApiError(401, 'not_authenticated', ''));
    const saver = begin();
    saver.edit(written(saver, 'a'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(saver.getState().status).toBe('logged_out');
    put.mockResolvedValueOnce(answer(2, 'a'));
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.getState().status).toBe('saved');
  });
});

describe('coming back', () => {
  const left = (version: number): void => copies.write({ version, content: { ...contentOf(revision(1, 'old')), question_text: 'left' } });

  it('takes up what was left in this browser and saves it', async () => {
    left(1);
    put.mockResolvedValueOnce(answer(2, 'left'));
    const saver = begin();
    expect(saver.getState()).toMatchObject({ restored: true, content: { question_text: 'left' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(put).toHaveBeenCalledExactlyOnceWith(1, expect.objectContaining({ question_text: 'left' }));
  });

  it('asks when the server has something newer', () => {
    left(1);
    const saver = begin(3, 'newer');
    expect(saver.getState()).toMatchObject({ status: 'conflict', content: { question_text: 'left' }, theirs: { version: 3 } });
  });

  it('forgets a copy that the server has got', () => {
    copies.write({ version: 1, content: contentOf(revision(1, 'old')) });
    expect(begin(2, 'old').getState().status).toBe('saved');
    expect(copies.read()).toBeNull();
  });
});

it('saves everything before a submission and says whether it could', async () => {
  put.mockResolvedValueOnce(answer(2, 'new'));
  const saver = begin();
  saver.edit(written(saver, 'new'));
  expect(await saver.flush()).toBe(true);
  put.mockRejectedValue(new ApiError(503, 'http_503', ''));
  saver.edit(written(saver, 'newer'));
  expect(await saver.flush()).toBe(false);
});
