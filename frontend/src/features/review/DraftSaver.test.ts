import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/problems';
import { DraftSaver } from './DraftSaver';
import { EMPTY_DRAFT, type Draft } from './verdictRules';

const draft = (comment: string): Draft => ({ ...EMPTY_DRAFT, decision: 'reject', comment });

function make(send: (sent: Draft) => Promise<unknown>) {
  const hooks = { send: vi.fn(send), backUp: vi.fn(), dropBackup: vi.fn(), onSaving: vi.fn(), onFailure: vi.fn() };
  const saver = new DraftSaver(EMPTY_DRAFT, EMPTY_DRAFT);
  saver.connect(hooks);
  saver.resume();
  return { saver, hooks, sent: () => hooks.send.mock.calls.map(([{ comment }]) => comment) };
}

describe('saving a draft', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('sends once when typing rests, and lets go of the backup then', async () => {
    const { saver, hooks, sent } = make(() => Promise.resolve());
    saver.change(draft('a'));
    saver.change(draft('ab'));
    expect([hooks.backUp.mock.calls.length, sent()]).toEqual([2, []]);
    await vi.advanceTimersByTimeAsync(700);
    expect(sent()).toEqual(['ab']);
    expect(hooks.dropBackup).toHaveBeenCalledOnce();
    expect(hooks.onSaving).toHaveBeenLastCalledWith('kept');
  });

  it('never has two requests on their way, and ends with the newest draft', async () => {
    const answers: (() => void)[] = [];
    const { saver, hooks, sent } = make(() => new Promise<void>((resolve) => answers.push(resolve)));
    saver.change(draft('a'));
    await vi.advanceTimersByTimeAsync(700);
    saver.change(draft('ab'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent()).toEqual(['a']);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(700);
    expect(sent()).toEqual(['a', 'ab']);
    expect(hooks.dropBackup).not.toHaveBeenCalled();
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(hooks.onSaving).toHaveBeenLastCalledWith('kept');
  });

  it('tries again while the connection is lost, and keeps the backup', async () => {
    let lost = true;
    const { saver, hooks, sent } = make(() => (lost ? Promise.reject(new ApiError(0, 'unreachable', '')) : Promise.resolve()));
    saver.change(draft('a'));
    await vi.advanceTimersByTimeAsync(700);
    expect(hooks.onSaving).toHaveBeenLastCalledWith('here_only');
    expect(hooks.dropBackup).not.toHaveBeenCalled();
    lost = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent()).toEqual(['a', 'a']);
    expect(hooks.onSaving).toHaveBeenLastCalledWith('kept');
  });

  it('tells of a refusal and does not try again', async () => {
    const refusal = new ApiError(409, 'lease_expired', 'Over.');
    const { saver, hooks, sent } = make(() => Promise.reject(refusal));
    saver.change(draft('a'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual(['a']);
    expect(hooks.onFailure).toHaveBeenCalledWith(refusal);
  });

  it('sends nothing while the item is not held, and what was written then when it is again', async () => {
    const { saver, hooks, sent } = make(() => Promise.resolve());
    saver.pause();
    saver.change(draft('a'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual([]);
    expect(hooks.onSaving).toHaveBeenLastCalledWith('here_only');
    saver.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['a']);
  });

  it('stays silent about a request that a verdict overtook', async () => {
    const failures: ((error: unknown) => void)[] = [];
    const { saver, hooks } = make(() => new Promise<void>((_, reject) => failures.push(reject)));
    saver.change(draft('a'));
    await vi.advanceTimersByTimeAsync(700);
    saver.finish();
    failures[0]?.(new ApiError(409, 'verdict_given', ''));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hooks.onFailure).not.toHaveBeenCalled();
    expect(hooks.send).toHaveBeenCalledOnce();
  });
});
