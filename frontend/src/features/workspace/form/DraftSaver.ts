import type { Schema } from '@/api/client';
import { ApiError, type FieldProblem } from '@/api/problems';
import { Store } from '@/lib/Store';
import { contentOf, sameContent, type Content } from './draft';
import type { CopyStore } from './localCopy';

type Question = Schema<'Question'>;
type Revision = Schema<'Revision'>;

export interface SaverState {
  /**
   * `saved`: the server has everything. `waiting`: a save follows in a moment. `saving`: one is on its way. `offline`:
   * the server cannot be reached, it is tried again. `refused`: the server does not take this content. `logged_out`:
   * somebody has to log in. `conflict`: something else was saved meanwhile. `closed`: it can no longer be changed.
   */
  status: 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'logged_out' | 'conflict' | 'closed';
  /** What the person has written. */
  content: Content;
  /** The version that the server has and the content builds on. */
  version: number;
  savedAt: string;
  /** In a conflict, what the server has. */
  theirs: Revision | null;
  /** What the server says it refuses, at its fields. */
  refusals: readonly FieldProblem[];
  /** The server's sentence for `refused` and `closed`. */
  detail: string;
  /** The content was found in this browser, from before the page was last closed. */
  restored: boolean;
}

export interface SaverOptions {
  revision: Revision;
  put: (version: number, content: Content) => Promise<Question>;
  onSaved: (question: Question) => void;
  copies: CopyStore;
}

const AFTER_TYPING = 1_200;
const FIRST_RETRY = 3_000;
const LONGEST_RETRY = 30_000;

/** Saves a draft as it is written: a moment after each change, one save at a time, and again until the server has it. */
export class DraftSaver extends Store<SaverState> {
  private readonly options: SaverOptions;
  private timer = 0;
  private running: Promise<void> | null = null;
  private failures = 0;
  private saved: Content;

  constructor(options: SaverOptions) {
    const { revision, copies } = options;
    const server = contentOf(revision);
    const copy = copies.read();
    const mine = copy !== null && !sameContent(copy.content, server) ? copy : null;
    const stale = mine !== null && mine.version !== revision.version;
    super({
      status: mine === null ? 'saved' : stale ? 'conflict' : 'waiting',
      content: mine?.content ?? server,
      version: revision.version,
      savedAt: revision.saved_at,
      theirs: stale ? revision : null,
      refusals: [],
      detail: '',
      restored: mine !== null && !stale,
    });
    this.options = options;
    this.saved = server;
    if (mine === null) {
      copies.clear();
    } else if (!stale) {
      this.later(0);
    }
  }

  get isUnsaved(): boolean {
    return this.state.status !== 'saved';
  }

  edit(content: Content): void {
    const { status, version } = this.state;
    if (sameContent(content, this.state.content)) {
      return;
    }
    this.set({ content });
    this.options.copies.write({ version, content });
    if (status === 'conflict' || status === 'closed') {
      return;
    }
    if (status !== 'saving') {
      this.set({ status: 'waiting' });
    }
    this.later(AFTER_TYPING);
  }

  /** Saves now; tells whether the server has everything afterwards. */
  async flush(): Promise<boolean> {
    window.clearTimeout(this.timer);
    for (let round = 0; round < 3 && this.mayTry(); round += 1) {
      await this.save();
    }
    return this.state.status === 'saved';
  }

  /** Tries at once what waits for the connection or for a login. */
  retry = (): void => {
    if (this.state.status === 'offline' || this.state.status === 'logged_out') {
      this.later(0);
    }
  };

  /** Solves a conflict: what the person has written replaces what the server has. */
  keepMine(): void {
    const { theirs } = this.state;
    if (theirs === null) {
      return;
    }
    this.saved = contentOf(theirs);
    this.set({ status: 'waiting', version: theirs.version, theirs: null });
    this.later(0);
  }

  /** Solves a conflict: what the server has replaces what the person has written. Answers the new content. */
  takeTheirs(): Content {
    const { theirs, content } = this.state;
    if (theirs === null) {
      return content;
    }
    this.saved = contentOf(theirs);
    this.options.copies.clear();
    this.set({
      status: 'saved', content: this.saved, version: theirs.version, savedAt: theirs.saved_at, theirs: null, restored: false,
    });
    return this.saved;
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }

  private mayTry(): boolean {
    const { status } = this.state;
    return status !== 'saved' && status !== 'conflict' && status !== 'closed';
  }

  private later(delay: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), delay);
  }

  private async save(): Promise<void> {
    if (this.running !== null) {
      await this.running;
    }
    if (!this.mayTry()) {
      return;
    }
    this.running = this.send().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async send(): Promise<void> {
    const { content, version } = this.state;
    if (sameContent(content, this.saved)) {
      this.done(version, this.state.savedAt);
      return;
    }
    this.set({ status: 'saving' });
    try {
      const question = await this.options.put(version, content);
      this.failures = 0;
      this.saved = content;
      this.done(question.revision.version, question.revision.saved_at);
      this.options.onSaved(question);
    } catch (error) {
      this.failed(error);
    }
  }

  private done(version: number, savedAt: string): void {
    const changed = !sameContent(this.state.content, this.saved);
    this.set({ status: changed ? 'waiting' : 'saved', version, savedAt, refusals: [], detail: '' });
    if (changed) {
      this.options.copies.write({ version, content: this.state.content });
      this.later(AFTER_TYPING);
    } else {
      this.options.copies.clear();
    }
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    const { saved } = error.extra;
    if (error.isLoggedOut) {
      this.set({ status: 'logged_out' });
    } else if (error.isPassing) {
      this.set({ status: 'offline' });
      this.failures += 1;
      this.later(Math.min(FIRST_RETRY * 2 ** (this.failures - 1), LONGEST_RETRY));
    } else if (error.code === 'stale_version' && typeof saved === 'object' && saved !== null) {
      this.set({ status: 'conflict', theirs: saved as Revision });
    } else if (error.status === 400) {
      this.set({ status: 'refused', refusals: error.fields, detail: error.message });
    } else {
      this.set({ status: 'closed', detail: error.message });
    }
  }
}
