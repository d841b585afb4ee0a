import { api, unwrap } from '@/api/client';
import { Store } from '@/lib/Store';
import { FileUpload } from './FileUpload';
import { pairFiles, titleOf } from './fileNames';
import type { VideoDetails } from './queries';
import { sendSubtitles } from './sendSubtitles';
import { whenChecked } from './whenChecked';

/** What all files of one go have in common. */
export type SharedDetails = Omit<VideoDetails, 'title'>;

export interface QueueItem {
  key: number;
  upload: FileUpload;
  title: string;
  subtitles: File | null;
  /** `wanted`: becomes a video as soon as its file has arrived; `adding`: on its way to becoming one. */
  step: 'open' | 'wanted' | 'adding' | 'added';
  videoId: number | null;
  error: unknown;
  /** The video is there, but its subtitle file was not taken. */
  subtitlesError: unknown;
}

interface QueueState {
  items: readonly QueueItem[];
  details: SharedDetails;
}

const NO_SHARED: SharedDetails = { source_from: '', domain: '', licence: '', terms: '', language: '' };

const keyOf = (projectId: number): string => `longemo.new-videos.${projectId}`;

function readDetails(projectId: number): SharedDetails {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '{}') as Partial<SharedDetails>;
    return { ...NO_SHARED, ...kept };
  } catch {
    return NO_SHARED;
  }
}

/**
 * The files of a project's "Add videos" form: sent one after another, made into videos when that is asked for. It
 * lives outside the page's components, so that closing the form or looking at another page stops nothing.
 */
export class UploadQueue extends Store<QueueState> {
  private nextKey = 1;
  private readonly added = new Set<() => void>();

  constructor(private readonly projectId: number) {
    super({ items: [], details: readDetails(projectId) });
    // What stopped because the line was cut goes on when it is back.
    window.addEventListener('online', () => {
      this.state.items
        .filter(({ upload }) => upload.getState().phase === 'failed')
        .forEach(({ upload }) => void upload.start());
    });
  }

  get isBusy(): boolean {
    return this.state.items.some(({ upload, step }) => upload.getState().phase === 'sending' || step === 'adding');
  }

  /** Calls `listener` whenever a video was made. */
  onAdded(listener: () => void): () => void {
    this.added.add(listener);
    return () => this.added.delete(listener);
  }

  /** Takes files in: each subtitle file goes to the video of the same name, where there is one. */
  add(files: readonly File[]): void {
    const { videos, subtitles } = pairFiles(files);
    const items = videos.map(({ video, subtitles: own }): QueueItem => {
      const upload = new FileUpload(this.projectId, video);
      const key = this.nextKey;
      this.nextKey += 1;
      upload.subscribe(() => this.onProgress(key));
      return {
        key, upload, title: titleOf(video.name), subtitles: own, step: 'open', videoId: null, error: null, subtitlesError: null,
      };
    });
    const left = [...subtitles];
    const before = this.state.items.map((item) => {
      const at = left.findIndex(({ name }) => titleOf(name) === titleOf(item.upload.file.name));
      return at < 0 || item.step !== 'open' ? item : { ...item, subtitles: left.splice(at, 1)[0] ?? null };
    });
    this.set({ items: [...before, ...items] });
    this.startNext();
  }

  change(key: number, changes: Partial<Pick<QueueItem, 'title' | 'subtitles'>>): void {
    this.put(key, changes);
  }

  setDetails(details: SharedDetails): void {
    this.set({ details });
    localStorage.setItem(keyOf(this.projectId), JSON.stringify(details));
  }

  /** Takes a file out; what came in of it is deleted, unless a video was made of it. Over when that is done. */
  async remove(key: number): Promise<void> {
    const item = this.find(key);
    this.set({ items: this.state.items.filter((each) => each.key !== key) });
    const gone = item === undefined || item.step === 'added' ? null : item.upload.discard();
    this.startNext();
    await gone;
  }

  /** Everything that is not a video yet becomes one, as soon as its file is there. */
  addAll(): void {
    for (const { key, step } of this.state.items) {
      if (step === 'open') {
        this.put(key, { step: 'wanted', error: null });
        void this.register(key);
      }
    }
  }

  /** Forgets what is done with. */
  clearAdded(): void {
    this.set({ items: this.state.items.filter(({ step }) => step !== 'added') });
  }

  private onProgress(key: number): void {
    // The uploads are stores of their own; whoever shows the queue as a whole is told of them too.
    this.set({ items: [...this.state.items] });
    this.startNext();
    void this.register(key);
  }

  private startNext(): void {
    const { items } = this.state;
    if (items.some(({ upload }) => upload.getState().phase === 'sending')) {
      return;
    }
    const next = items.find(({ upload }) => upload.getState().phase === 'waiting');
    void next?.upload.start();
  }

  private async register(key: number): Promise<void> {
    const item = this.find(key);
    const upload = item?.upload.getState().id ?? null;
    if (item?.step !== 'wanted' || upload === null) {
      return;
    }
    this.put(key, { step: 'adding' });
    try {
      await whenChecked(upload);
      const body = { project: this.projectId, upload, title: item.title, ...this.state.details };
      const { id } = await unwrap(api.POST('/api/v1/videos', { body }));
      const subtitlesError = await failureOf(item.subtitles === null ? null : sendSubtitles(id, item.subtitles));
      this.put(key, { step: 'added', videoId: id, subtitlesError });
      this.added.forEach((listener) => listener());
    } catch (error) {
      this.put(key, { step: 'open', error });
    }
  }

  private find(key: number): QueueItem | undefined {
    return this.state.items.find((item) => item.key === key);
  }

  private put(key: number, changes: Partial<QueueItem>): void {
    this.set({ items: this.state.items.map((item) => (item.key === key ? { ...item, ...changes } : item)) });
  }
}

async function failureOf(work: Promise<unknown> | null): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error;
  }
}

const queues = new Map<number, UploadQueue>();

/** The queue of a project's "Add videos" form. */
export function queueOf(projectId: number): UploadQueue {
  const existing = queues.get(projectId);
  if (existing !== undefined) {
    return existing;
  }
  const fresh = new UploadQueue(projectId);
  queues.set(projectId, fresh);
  return fresh;
}
