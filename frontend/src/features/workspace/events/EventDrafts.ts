import { Store } from '@/lib/Store';
import type { EventContent, VideoEvent } from './queries';

export interface EventDraft {
  content: EventContent;
  /** Why the last save did not go through; null while all is well. */
  error: unknown;
}

interface Unsaved {
  /** By the id of the event. */
  drafts: ReadonlyMap<number, EventDraft>;
}

interface Saving {
  /** Sends the content; the event as it is then. */
  save: (event: VideoEvent, content: EventContent) => Promise<VideoEvent>;
  /** The event as the server has it, as far as this page knows. */
  find: (id: number) => VideoEvent | undefined;
  onSaved: (event: VideoEvent) => void;
}

const PAUSE = 700;

/**
 * What was changed of events and is not saved yet. A change is sent when nothing more was changed for a moment; one
 * that is refused stays until it is changed again, sent again, or dropped.
 */
export class EventDrafts extends Store<Unsaved> {
  private readonly timers = new Map<number, number>();
  private readonly sending = new Map<number, Promise<void>>();

  constructor(private readonly saving: Saving) {
    super({ drafts: new Map() });
  }

  change(id: number, content: EventContent): void {
    this.put(id, { content, error: null });
    window.clearTimeout(this.timers.get(id));
    this.timers.set(id, window.setTimeout(() => void this.flush(id), PAUSE));
  }

  drop(id: number): void {
    window.clearTimeout(this.timers.get(id));
    this.put(id, null);
  }

  flushAll(): void {
    [...this.getState().drafts.keys()].forEach((id) => void this.flush(id));
  }

  /** Sends what is not saved of an event, one save after the other. */
  flush(id: number): Promise<void> {
    window.clearTimeout(this.timers.get(id));
    const running = this.sending.get(id);
    if (running !== undefined) {
      return running;
    }
    const sent = this.send(id).finally(() => this.sending.delete(id));
    this.sending.set(id, sent);
    return sent;
  }

  private async send(id: number): Promise<void> {
    for (;;) {
      const draft = this.getState().drafts.get(id);
      const event = this.saving.find(id);
      if (draft === undefined || event === undefined) {
        return;
      }
      try {
        const saved = await this.saving.save(event, draft.content);
        this.saving.onSaved(saved);
      } catch (error) {
        const now = this.getState().drafts.get(id);
        if (now !== undefined) {
          this.put(id, { ...now, error });
        }
        return;
      }
      if (this.getState().drafts.get(id)?.content === draft.content) {
        this.put(id, null);
        return;
      }
    }
  }

  private put(id: number, draft: EventDraft | null): void {
    const next = new Map(this.getState().drafts);
    if (draft === null) {
      next.delete(id);
    } else {
      next.set(id, draft);
    }
    this.set({ drafts: next });
  }
}
