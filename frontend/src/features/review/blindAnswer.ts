import type { Schema } from '@/api/client';
import type { Assignment } from './queries';

/** One's own answer before the reference is in sight: labels by side, and the stages in one's own order. */
export interface BlindAnswer {
  labels: Readonly<Record<string, readonly string[]>>;
  /** Keys of the shuffled stages; empty while they are not ordered. */
  stages: readonly string[];
}

export const NO_ANSWER: BlindAnswer = { labels: {}, stages: [] };

/** `none` is fine where nothing is required; `partly`: one side of two. */
export type Completeness = 'none' | 'partly' | 'full';

export function completeness({ blind }: Assignment, { labels }: BlindAnswer): Completeness {
  const filled = blind.sides.filter((side) => (labels[side] ?? []).length > 0).length;
  if (filled === 0) {
    return 'none';
  }
  return filled === blind.sides.length ? 'full' : 'partly';
}

/** Whether the reference can be opened with what is there. */
export function mayReveal(assignment: Assignment, answer: BlindAnswer): boolean {
  const state = completeness(assignment, answer);
  return state === 'full' || (state === 'none' && (assignment.blind.mode !== 'required' || assignment.blind.sides.length === 0));
}

type Side = Schema<'BlindLabel'>['side'];

export const revealBody = ({ labels, stages }: BlindAnswer): Schema<'RevealRequest'> => ({
  labels: Object.entries(labels).flatMap(([side, names]) => names.map((label) => ({ side: side as Side, label }))),
  stages: [...stages],
});

const keyOf = (personId: number, itemId: number): string => `longemo.review.blind.${personId}.${itemId}`;

/** Kept in this tab for a reload; the server gets it with the step to the reference. */
export function keepAnswer(personId: number, itemId: number, answer: BlindAnswer): void {
  try {
    sessionStorage.setItem(keyOf(personId, itemId), JSON.stringify(answer));
  } catch {
    // Then a reload loses a few labels that are not sent yet.
  }
}

export function keptAnswer(personId: number, itemId: number): BlindAnswer {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(personId, itemId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...NO_ANSWER, ...stored } : NO_ANSWER;
  } catch {
    return NO_ANSWER;
  }
}

/** The list with the entry at `from` moved to `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined || to < 0 || to >= list.length ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)];
}
