import createClient, { type Middleware } from 'openapi-fetch';
import { csrfToken } from './csrf';
import { problemFrom, problemFromFailure } from './problems';
import type { components, paths } from './schema';

/** A named type of the API, from the generated schema: `Schema<'Video'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

const READ_TIMEOUT = 30_000;
const WRITE_TIMEOUT = 120_000;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const guard: Middleware = {
  async onRequest({ request }) {
    const safe = SAFE.has(request.method);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(safe ? READ_TIMEOUT : WRITE_TIMEOUT)]);
    const guarded = new Request(request, { signal });
    if (!safe) {
      guarded.headers.set('X-CSRFToken', await csrfToken());
    }
    return guarded;
  },
  async onResponse({ response }) {
    if (response.ok) {
      return undefined;
    }
    const body: unknown = await response.clone().json().catch(() => null);
    throw problemFrom(response.status, body);
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      return undefined;
    }
    return problemFromFailure(error);
  },
};

/** The API, typed by its OpenAPI document. Every answer that is no success is thrown as an `ApiError`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
  fetch: (request) => globalThis.fetch(request),
});

api.use(guard);

/** The body of a successful answer: `await unwrap(api.GET('/api/v1/me'))`. */
export async function unwrap<Answer extends { data?: unknown }>(
  call: Promise<Answer>,
): Promise<Exclude<Answer['data'], undefined>> {
  const { data } = await call;
  return data as Exclude<Answer['data'], undefined>;
}

/** For answers without a body. */
export async function done(call: Promise<unknown>): Promise<void> {
  await call;
}
