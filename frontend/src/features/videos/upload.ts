import { DetailedError, Upload } from 'tus-js-client';
import { csrfToken } from '@/api/csrf';
import { ApiError, problemFrom } from '@/api/problems';
import { NO_DETAILS, type VideoDetails } from './queries';

export type UploadPhase = 'none' | 'sending' | 'paused' | 'failed' | 'sent';

export interface UploadState {
  phase: UploadPhase;
  file: File | null;
  sent: number;
  /** Bytes a second over the last seconds; null until known. */
  speed: number | null;
  /** Id of the finished upload. */
  id: string | null;
  error: Error | null;
  /** Somebody pressed "Add" and waits for the rest of the file. */
  awaited: boolean;
}

const NOTHING: UploadState = { phase: 'none', file: null, sent: 0, speed: null, id: null, error: null, awaited: false };

const CHUNK = 8 * 1024 * 1024;
const RETRIES = [500, 2_000, 5_000, 10_000];
const SPEED_WINDOW = 8_000;

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

/**
 * One file on its way to the server, in pieces that can be paused and resumed (tus). It lives outside the page's
 * components, so that closing the form or looking at another page does not stop it.
 */
export class FileUpload {
  private state = NOTHING;
  private upload: Upload | null = null;
  private listeners = new Set<() => void>();
  private details = NO_DETAILS;
  private waiting: ((id: string | null) => void)[] = [];
  private marks: { at: number; sent: number }[] = [];

  constructor(private readonly projectId: number) {}

  read = (): UploadState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** What was typed into the form beside it, kept for when the form is opened again. */
  rememberedDetails = (): VideoDetails => this.details;

  rememberDetails = (details: VideoDetails): void => {
    this.details = details;
  };

  /** The finished upload's id, as soon as there is one; null when the waiting was given up. */
  whenSent(): Promise<string | null> {
    if (this.state.id !== null) {
      return Promise.resolve(this.state.id);
    }
    this.change({ awaited: true });
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  stopWaiting(): void {
    this.change({ awaited: false });
    this.answer(null);
  }

  /** Begins with a file; an earlier attempt at the same file in this browser goes on where it stopped. */
  async begin(file: File): Promise<void> {
    await this.discard();
    const upload = new Upload(file, {
      endpoint: `/api/v1/uploads?project=${this.projectId}`,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      metadata: { filename: file.name, filetype: file.type },
      removeFingerprintOnSuccess: true,
      fingerprint: () =>
        Promise.resolve(['longemo', this.projectId, file.name, file.size, file.lastModified].join('-')),
      onBeforeRequest: async (request) => {
        request.setHeader('X-CSRFToken', await csrfToken());
      },
      onProgress: (sent) => this.progress(sent),
      onError: (error) => this.change({ phase: 'failed', error: readFailure(error), speed: null }),
      onSuccess: () => {
        const id = new URL(upload.url ?? '', window.location.origin).pathname.split('/').at(-1) ?? null;
        this.change({ phase: 'sent', sent: file.size, speed: null, id, awaited: false });
        this.answer(id);
      },
    });
    this.upload = upload;
    this.change({ ...NOTHING, phase: 'sending', file });
    const [earlier] = await upload.findPreviousUploads();
    if (this.upload !== upload) {
      return;
    }
    if (earlier !== undefined) {
      upload.resumeFromPreviousUpload(earlier);
    }
    upload.start();
  }

  async pause(): Promise<void> {
    await this.upload?.abort();
    this.change({ phase: 'paused', speed: null });
  }

  resume(): void {
    this.marks = [];
    this.change({ phase: 'sending', error: null });
    this.upload?.start();
  }

  /** Stops and forgets; what already came in is deleted on the server. */
  async discard(): Promise<void> {
    const { upload, state } = this;
    this.upload = null;
    this.marks = [];
    this.change(NOTHING);
    this.answer(null);
    if (upload !== null && state.phase !== 'sent') {
      // The server clears away what is left of it after a while in any case.
      await upload.abort(upload.url !== null).catch(() => undefined);
    }
  }

  /** After the video was made of it. */
  finish(): void {
    this.upload = null;
    this.details = NO_DETAILS;
    this.change(NOTHING);
  }

  private answer(id: string | null): void {
    const waiting = this.waiting;
    this.waiting = [];
    waiting.forEach((resolve) => resolve(id));
  }

  private progress(sent: number): void {
    const now = Date.now();
    this.marks = [...this.marks.filter(({ at }) => now - at < SPEED_WINDOW), { at: now, sent }];
    const first = this.marks[0];
    const elapsed = first === undefined ? 0 : now - first.at;
    const speed = first === undefined || elapsed < 1_000 ? this.state.speed : ((sent - first.sent) / elapsed) * 1000;
    this.change({ sent, speed });
  }

  private change(changes: Partial<UploadState>): void {
    this.state = { ...this.state, ...changes };
    this.listeners.forEach((listener) => listener());
  }
}

const uploads = new Map<number, FileUpload>();

/** The upload of a project's "Add video" form. */
export function uploadOf(projectId: number): FileUpload {
  const existing = uploads.get(projectId);
  if (existing !== undefined) {
    return existing;
  }
  const fresh = new FileUpload(projectId);
  uploads.set(projectId, fresh);
  return fresh;
}
