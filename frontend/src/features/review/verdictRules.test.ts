import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, needs, readDraft, sameDraft, toggleReason, verdictBody, type Draft } from './verdictRules';

const rejecting: Draft = {
  decision: 'reject',
  reasons: ['label_wrong'],
  comment: ' She is amused. ',
  comment_field: 'answer',
  comment_time: 31.5,
};

describe('what a verdict still needs', () => {
  it('is everything at first, in the order in which it is done', () => {
    expect(needs(EMPTY_DRAFT, { revealed: false, missing: 10.4 })).toEqual(['reference', 'decision', 'watched']);
  });

  it('is a reason and a sentence for a rejection', () => {
    const bare: Draft = { ...EMPTY_DRAFT, decision: 'reject', comment: '  ' };
    expect(needs(bare, { revealed: true, missing: 0 })).toEqual(['reasons', 'comment']);
    expect(needs(rejecting, { revealed: true, missing: 0 })).toEqual([]);
  });

  it('is neither for an acceptance', () => {
    expect(needs({ ...EMPTY_DRAFT, decision: 'accept' }, { revealed: true, missing: 0 })).toEqual([]);
    expect(needs({ ...EMPTY_DRAFT, decision: 'accept' }, { revealed: true, missing: 0.001 })).toEqual(['watched']);
  });
});

describe('what is sent', () => {
  it('is the rejection with its anchor and what was played', () => {
    expect(verdictBody(rejecting, 61, [{ start: 0, end: 10 }])).toEqual({
      decision: 'reject',
      reasons: ['label_wrong'],
      comment: 'She is amused.',
      comment_field: 'answer',
      comment_time: 31.5,
      seconds_spent: 61,
      watched: [[0, 10]],
    });
  });

  it('leaves reasons out of an acceptance, and an anchor that no words belong to', () => {
    const body = verdictBody({ ...rejecting, decision: 'accept', comment: ' ' }, 5, []);
    expect(body).toMatchObject({ decision: 'accept', reasons: [], comment: '', comment_field: '', comment_time: null });
  });

  it('is nothing without a decision', () => {
    expect(() => verdictBody(EMPTY_DRAFT, 5, [])).toThrow('decision');
  });
});

describe('the draft', () => {
  it('keeps reasons in the order chosen and lets go of them again', () => {
    const two = toggleReason(rejecting, 'other');
    expect(two.reasons).toEqual(['label_wrong', 'other']);
    expect(toggleReason(two, 'label_wrong').reasons).toEqual(['other']);
  });

  it('is the same only when every part is', () => {
    expect(sameDraft(rejecting, { ...rejecting, reasons: ['label_wrong'] })).toBe(true);
    expect(sameDraft(rejecting, { ...rejecting, comment_time: 31.6 })).toBe(false);
    expect(sameDraft(rejecting, toggleReason(rejecting, 'other'))).toBe(false);
  });

  it('is read from an answer that leaves out what is empty', () => {
    expect(readDraft({ decision: '', comment: '', comment_field: '', seconds_spent: 3 })).toEqual(EMPTY_DRAFT);
  });
});
