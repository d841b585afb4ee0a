/** A request that did not work, whatever the reason: the server's problem document, or no answer at all. */

export interface FieldProblem {
  /** Dotted path of the field, "" for the whole form. */
  field: string;
  code: string;
  message: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The problem's code; `unreachable` or `timeout` when no answer came. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** Further members of the problem document, such as `current_version`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: readonly FieldProblem[] = [],
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.extra = extra;
  }

  /** Trying the same request again may work. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  get isLoggedOut(): boolean {
    return this.status === 401 || this.code === 'not_authenticated';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function readFields(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return value
    .filter(isRecord)
    .map((row) => ({ field: text(row.field), code: text(row.code), message: text(row.message) }));
}

const STANDARD = new Set(['type', 'title', 'status', 'code', 'detail', 'errors']);

/** Reads an answer that is no success. An answer without a problem document gets the code `http_<status>`. */
export function problemFrom(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.code !== 'string') {
    return new ApiError(status, `http_${status}`, '');
  }
  const extra = Object.fromEntries(Object.entries(body).filter(([name]) => !STANDARD.has(name)));
  return new ApiError(status, body.code, text(body.detail), readFields(body.errors), extra);
}

/** The same for what `fetch` throws. */
export function problemFromFailure(failure: unknown): ApiError {
  if (failure instanceof ApiError) {
    return failure;
  }
  const timedOut = failure instanceof DOMException && failure.name === 'TimeoutError';
  return new ApiError(0, timedOut ? 'timeout' : 'unreachable', '');
}
