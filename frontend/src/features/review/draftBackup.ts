import { EMPTY_DRAFT, type Draft } from './verdictRules';

/**
 * The draft as it stands in this tab, until the server has it: survives a lost connection and a reload. Kept per
 * person, because two reviewers address an item by the same number and must never read each other.
 */

const keyOf = (personId: number, itemId: number): string => `longemo.review.draft.${personId}.${itemId}`;

export function backUp(personId: number, itemId: number, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(personId, itemId), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage leaves the draft in the page itself.
  }
}

export function readBackup(personId: number, itemId: number): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(personId, itemId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...EMPTY_DRAFT, ...stored } : null;
  } catch {
    return null;
  }
}

export function dropBackup(personId: number, itemId: number): void {
  sessionStorage.removeItem(keyOf(personId, itemId));
}
