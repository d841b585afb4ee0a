import { beforeEach, describe, expect, it } from 'vitest';
import { backUp, dropBackup, readBackup } from './draftBackup';
import { EMPTY_DRAFT } from './verdictRules';

const draft = { ...EMPTY_DRAFT, decision: 'accept' as const, comment: '他很开心' };

describe('the draft kept in the tab', () => {
  beforeEach(() => sessionStorage.clear());

  it('is there again until it is dropped', () => {
    backUp(1, 7, draft);
    expect(readBackup(1, 7)).toEqual(draft);
    dropBackup(1, 7);
    expect(readBackup(1, 7)).toBeNull();
  });

  it('is never shown to another person or with another item', () => {
    backUp(1, 7, draft);
    expect([readBackup(2, 7), readBackup(1, 8)]).toEqual([null, null]);
  });

  it('is nothing when what is stored cannot be read', () => {
    sessionStorage.setItem('longemo.review.draft.1.7', '{');
    expect(readBackup(1, 7)).toBeNull();
  });
});
