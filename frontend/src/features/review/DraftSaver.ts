import { ApiError } from '@/api/problems';
import { sameDraft, type Draft } from './verdictRules';

/** `kept`: the server has it; `waiting`: it will be sent; `here_only`: sending failed, it is kept in this tab. */
export type Saving = 'kept' | 'waiting' | 'here_only';

export interface SaverHooks {
  send: (draft: Draft) => Promise<unknown>;
  /** Copies of what is not with the server yet. */
  backUp: (draft: Draft) => void;
  dropBackup: () => void;
  onSaving: (saving: Saving) => void;
  /** The server refused, or could not be reached. */
  onFailure: (error: unknown) => void;
}

const DEAF: SaverHooks = {
  send: () => Promise.resolve(),
  backUp: () => undefined,
  dropBackup: () => undefined,
  onSaving: () => undefined,
  onFailure: () => undefined,
};

const REST = 700;
const TRY_AGAIN = 5_000;

/**
 * Brings a draft to the server: when typing rests, one request at a time, the newest draft last, and again for as
 * long as the reason for a failure may pass.
 */
export class DraftSaver {
  private latest: Draft;
  private kept: Draft;
  private hooks: SaverHooks = DEAF;
  private timer = 0;
  private busy = false;
  /** Whether the server takes drafts of this item. */
  private open = false;

  constructor(latest: Draft, kept: Draft) {
    this.latest = latest;
    this.kept = kept;
  }

  /** Who sends, stores and listens from now on. */
  connect(hooks: SaverHooks): void {
    this.hooks = hooks;
  }

  change(draft: Draft): void {
    this.latest = draft;
    this.hooks.backUp(draft);
    this.hooks.onSaving(this.open ? 'waiting' : 'here_only');
    this.plan(REST);
  }

  resume(): void {
    this.open = true;
    void this.save();
  }

  /** No more sending; what is not sent stays in the backup. */
  pause(): void {
    this.open = false;
    window.clearTimeout(this.timer);
  }

  /** The verdict is in, or the item was handed back: nothing of the draft is needed any more. */
  finish(): void {
    this.pause();
    this.kept = this.latest;
    this.hooks.dropBackup();
  }

  async save(): Promise<void> {
    window.clearTimeout(this.timer);
    if (!this.open || this.busy || sameDraft(this.latest, this.kept)) {
      return;
    }
    this.busy = true;
    const sending = this.latest;
    let failure: unknown = null;
    try {
      await this.hooks.send(sending);
      this.kept = sending;
    } catch (error) {
      failure = error;
    }
    this.busy = false;
    this.settle(failure);
  }

  private settle(failure: unknown): void {
    // A verdict or a hand-over that overtook this draft has settled it already.
    if (!this.open) {
      return;
    }
    if (failure !== null) {
      this.hooks.onSaving('here_only');
      this.hooks.onFailure(failure);
      if (failure instanceof ApiError && failure.isPassing) {
        this.plan(TRY_AGAIN);
      }
    } else if (sameDraft(this.latest, this.kept)) {
      this.hooks.dropBackup();
      this.hooks.onSaving('kept');
    } else {
      this.plan(REST);
    }
  }

  private plan(after: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), after);
  }
}
