import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { csrfToken } from '@/api/csrf';
import { ApiError, problemFrom } from '@/api/problems';
import { Store } from '@/lib/Store';
import { checkedStack } from './checkedStack';

export type UploadPhase = 'waiting' | 'sending' | 'paused' | 'failed' | 'sent';

export interface UploadState {
  phase: UploadPhase;
  sent: number;
  /** Bytes a second over the last seconds; null until known. */
  speed: number | null;
  /** Id of the finished upload. */
  id: string | null;
  error: Error | null;
}

const CHUNK = 8 * 1024 * 1024;
const RETRIES = [500, 2_000, 5_000, 10_000];
const SPEED_WINDOW = 8_000;

/** Answers after which the same chunk is worth sending again: offset, lock, and damage on the way. */
const WORTH_TRYING = new Set([409, 423, 460]);

function readFailure(failure: Error): Error {
  if (!(failure instanceof DetailedError)) {
    return failure;
  }
  const answer = failure.originalResponse;
  if (!answer) {
    return new ApiError(0, 'unreachable', '');
  }
  let body: unknown = null;
  try {
    body = JSON.parse(answer.getBody());
  } catch {
    // Not a problem document: the status says what there is to say.
  }
  return problemFrom(answer.getStatus(), body);
}

const worthTrying: UploadOptions['onShouldRetry'] = (failure) => {
  const status = failure.originalResponse?.getStatus() ?? 0;
  return navigator.onLine && (status < 400 || status >= 500 || WORTH_TRYING.has(status));
};

/** Under which name a file's upload is remembered in this browser, so that the same file goes on where it stopped. */
export const fingerprintOf = (projectId: number, { name, size, lastModified }: File): string =>
  ['longemo', projectId, name, size, lastModified].join('-');

/** One file on its way to the server, in checked pieces that can be paused and resumed (tus). */
export class FileUpload extends Store<UploadState> {
  private readonly upload: Upload;
  private marks: { at: number; sent: number }[] = [];

  constructor(
    projectId: number,
    readonly file: File,
  ) {
    super({ phase: 'waiting', sent: 0, speed: null, id: null, error: null });
    this.upload = new Upload(file, {
      endpoint: `/api/v1/uploads?project=${projectId}`,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      metadata: { filename: file.name, filetype: file.type },
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(fingerprintOf(projectId, file)),
      httpStack: checkedStack,
      onBeforeRequest: async (request) => {
        request.setHeader('X-CSRFToken', await csrfToken());
      },
      onShouldRetry: worthTrying,
      onProgress: (sent) => this.progress(sent),
      onError: (error) => this.set({ phase: 'failed', error: readFailure(error), speed: null }),
      onSuccess: () => {
        const id = new URL(this.upload.url ?? '', window.location.origin).pathname.split('/').at(-1) ?? null;
        this.set({ phase: 'sent', sent: file.size, speed: null, id });
      },
    });
  }

  /** Begins, or goes on; an earlier attempt at the same file in this browser goes on where it stopped. */
  async start(): Promise<void> {
    this.marks = [];
    this.set({ phase: 'sending', error: null });
    if (this.upload.url === null) {
      const [earlier] = await this.upload.findPreviousUploads();
      if (earlier !== undefined) {
        this.upload.resumeFromPreviousUpload(earlier);
      }
    }
    if (this.state.phase === 'sending') {
      this.upload.start();
    }
  }

  async pause(): Promise<void> {
    this.set({ phase: 'paused', speed: null });
    await this.upload.abort();
  }

  /** Stops; what already came in is deleted on the server, unless a video was made of it. */
  async discard(): Promise<void> {
    if (this.state.phase !== 'sent') {
      this.set({ phase: 'paused', speed: null });
      // The server clears away what is left of it after a while in any case.
      await this.upload.abort(this.upload.url !== null).catch(() => undefined);
    }
  }

  private progress(sent: number): void {
    const now = Date.now();
    this.marks = [...this.marks.filter(({ at }) => now - at < SPEED_WINDOW), { at: now, sent }];
    const first = this.marks[0];
    const elapsed = first === undefined ? 0 : now - first.at;
    const speed = first === undefined || elapsed < 1_000 ? this.state.speed : ((sent - first.sent) / elapsed) * 1000;
    this.set({ sent, speed });
  }
}
