import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, unwrap } from './client';
import { ApiError, problemFrom } from './problems';

const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const failure: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ApiError);
  return failure as ApiError;
};

describe('problemFrom', () => {
  it('keeps code, detail, fields and further members', () => {
    const error = problemFrom(409, {
      type: 't',
      title: 'Conflict',
      status: 409,
      code: 'stale',
      detail: 'Somebody saved version 4.',
      current_version: 4,
      errors: [{ field: 'version', code: 'stale', message: 'Reload.' }],
    });
    expect(error.message).toBe('Somebody saved version 4.');
    expect(error.extra).toEqual({ current_version: 4 });
    expect(error.fields).toEqual([{ field: 'version', code: 'stale', message: 'Reload.' }]);
    expect(error.isPassing).toBe(false);
  });

  it('gives an answer that is no problem document a code of its own', () => {
    expect(problemFrom(502, '<html>').code).toBe('http_502');
    expect(problemFrom(502, null).isPassing).toBe(true);
  });
});

describe('the client', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.cookie = 'csrftoken=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  });

  it('throws the problem of a failed answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer(403, { code: 'not_allowed', detail: 'You may not do this.' })));
    const error = await failureOf(unwrap(api.GET('/api/v1/me')));
    expect([error.status, error.code, error.message]).toEqual([403, 'not_allowed', 'You may not do this.']);
  });

  it('tells a server that cannot be reached from one that answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(unwrap(api.GET('/api/v1/me')));
    expect([error.status, error.code, error.isPassing]).toEqual([0, 'unreachable', true]);
  });

  it('sends the CSRF token with writes only', async () => {
    document.cookie = 'csrftoken=abc';
    const seen: (string | null)[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      seen.push(request.headers.get('X-CSRFToken'));
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    await api.DELETE('/api/v1/session');
    await api.GET('/api/v1/csrf');
    expect(seen).toEqual(['abc', null]);
  });
});
