import type { FrameTimes } from './frames';
import { HAVE_METADATA } from './mediaElement';
import { clamp } from './spans';

/**
 * Seeks of one element, one at a time: while one is on its way only the newest wish is kept, so that dragging or a key
 * held down never piles up seeks.
 */
export class SeekQueue {
  frames: FrameTimes | null = null;
  private wanted: number | null = null;
  private underWay = false;

  /** Whether what is on screen is not yet what was asked for. */
  get busy(): boolean {
    return this.underWay || this.wanted !== null;
  }

  want(time: number): void {
    this.wanted = time;
  }

  /** The newest wish that has not been sent. */
  get waiting(): number | null {
    return this.wanted;
  }

  /** Sends the newest wish, unless one is on its way or the file is not there yet. Tells whether it did. */
  send(video: HTMLVideoElement): boolean {
    if (this.wanted === null || this.underWay || video.readyState < HAVE_METADATA) {
      return false;
    }
    const time = this.wanted;
    this.wanted = null;
    this.underWay = true;
    video.currentTime = this.inside(time);
    return true;
  }

  /** The one on its way has arrived, or will not. */
  over(): void {
    this.underWay = false;
  }

  /** A time well inside the frame shown at `time`: at its very edge browsers round either way. */
  private inside(time: number): number {
    if (this.frames === null) {
      return time;
    }
    const frame = this.frames.frameAt(time);
    const start = this.frames.timeOf(frame);
    const end = this.frames.endOf(frame);
    const room = (end - start) / 4;
    return clamp(time, start + room, end - room);
  }
}
