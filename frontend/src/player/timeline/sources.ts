import type { Filmstrip } from './filmstrip';
import type { Peaks } from './peaks';
import type { Shot } from './shots';

/** How far something is that is made of the video in the background. */
export type LaneSource<Data> =
  | { state: 'ready'; data: Data }
  /** It is made, and on its way into the page. */
  | { state: 'loading' }
  /** `progress` 0 to 1; null while it waits for its turn. */
  | { state: 'making'; progress: number | null }
  /** `reason` in words. */
  | { state: 'failed'; reason: string; retrying: boolean; onRetry: () => void }
  | { state: 'silent' };

/** What a timeline can show of the video itself; a lane stands for each that is given. */
export interface TimelineSources {
  film?: LaneSource<Filmstrip>;
  wave?: LaneSource<Peaks>;
  shots?: LaneSource<readonly Shot[]>;
}
