import type { Schema } from '@/api/client';
import { toPairs } from './watched';
import type { Span } from '@/player';

/** What is needed before a verdict can be given, and what is sent. */

export type Decision = Schema<'Verdict'>['decision'];

export interface Draft {
  /** '' while undecided. */
  decision: Decision | '';
  reasons: readonly string[];
  comment: string;
  /** What the comment is about, as a field of the record: `answer_details.items.1`; '' for the item as a whole. */
  comment_field: string;
  /** Seconds of the original video. */
  comment_time: number | null;
}

export const EMPTY_DRAFT: Draft = { decision: '', reasons: [], comment: '', comment_field: '', comment_time: null };

export const readDraft = (draft: Schema<'VerdictDraft'>): Draft => ({
  decision: draft.decision,
  reasons: draft.reasons ?? [],
  comment: draft.comment,
  comment_field: draft.comment_field,
  comment_time: draft.comment_time ?? null,
});

export const sameDraft = (one: Draft, other: Draft): boolean =>
  one.decision === other.decision &&
  one.comment === other.comment &&
  one.comment_field === other.comment_field &&
  one.comment_time === other.comment_time &&
  one.reasons.length === other.reasons.length &&
  one.reasons.every((code, index) => code === other.reasons[index]);

/** The draft with a reason chosen, or no longer. */
export const toggleReason = (draft: Draft, code: string): Draft => ({
  ...draft,
  reasons: draft.reasons.includes(code) ? draft.reasons.filter((each) => each !== code) : [...draft.reasons, code],
});

/** Nothing was begun that an acceptance by one key would carry along or lose. */
export const isJustAccepted = ({ decision, comment }: Draft): boolean => decision === '' && comment.trim() === '';

export type Need = 'reference' | 'decision' | 'reasons' | 'comment' | 'watched';

/** What still stands in the way of the verdict, in the order in which it is done. */
export function needs(draft: Draft, { revealed, missing }: { revealed: boolean; missing: number }): Need[] {
  const found: Need[] = [];
  if (!revealed) {
    found.push('reference');
  }
  if (draft.decision === '') {
    found.push('decision');
  }
  if (draft.decision === 'reject') {
    if (draft.reasons.length === 0) {
      found.push('reasons');
    }
    if (draft.comment.trim() === '') {
      found.push('comment');
    }
  }
  if (missing > 0) {
    found.push('watched');
  }
  return found;
}

/** What is sent. Reasons chosen before somebody changed their mind stay in the draft, and out of an acceptance. */
export function verdictBody(draft: Draft, seconds: number, played: readonly Span[]): Schema<'GiveVerdictRequest'> {
  if (draft.decision === '') {
    throw new Error('There is no verdict without a decision');
  }
  const commented = draft.comment.trim() !== '';
  return {
    decision: draft.decision,
    reasons: draft.decision === 'reject' ? [...draft.reasons] : [],
    comment: draft.comment.trim(),
    // Without words there is nothing that a field or a time could belong to.
    comment_field: commented ? draft.comment_field : '',
    comment_time: commented ? draft.comment_time : null,
    seconds_spent: seconds,
    watched: toPairs(played),
  };
}
