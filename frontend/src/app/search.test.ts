import { describe, expect, it } from 'vitest';
import { readAgreementSearch, readLoginSearch, readQuestionsSearch, readWorkspaceSearch } from './search';

describe('the address', () => {
  it('keeps what makes sense and leaves out the rest', () => {
    expect(readQuestionsSearch({ state: 'draft', page: '2', task: 'emotion cause', author: 'you', video: -1 })).toEqual({
      state: 'draft',
      page: 2,
      task: 'emotion cause',
    });
    expect(readWorkspaceSearch({ t: 687.6, clip: '3' })).toEqual({ t: 687.6, clip: 3 });
    expect(readWorkspaceSearch({ t: '-1' })).toEqual({});
  });

  it('keeps what an agreement report is about', () => {
    expect(
      readAgreementSearch({ by: 'mood', week: '2026-W49', round: 2, reviewer: '7', video: 'x', open: 'clip / emotion cause' }),
    ).toEqual({ week: '2026-W49', round: '2', reviewer: 7, open: 'clip / emotion cause' });
    expect(readAgreementSearch({ round: 'all', week: 'last' })).toEqual({ round: 'all' });
    expect(readAgreementSearch({ round: 'first' })).toEqual({});
  });

  it('never leads away from the page after the login', () => {
    expect(readLoginSearch({ next: '/projects/1?page=2' })).toEqual({ next: '/projects/1?page=2' });
    for (const next of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'projects']) {
      expect(readLoginSearch({ next })).toEqual({});
    }
  });
});
