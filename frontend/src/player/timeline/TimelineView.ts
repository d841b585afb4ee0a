import { Store } from '@/lib/Store';
import type { Span } from '../spans';
import { bounded, fit, pan, reveal, viewOf, zoomAround, type Bounds, type View } from './scale';

/** Further than this between two positions is a jump; then the timeline goes along, wherever it was. */
const JUMP = 1;

/**
 * Which part of the video a timeline shows. Told of at most once a picture of the screen, however many events of the
 * wheel or the pointer come in between: those who draw do it once.
 */
export class TimelineView extends Store<View> {
  private bounds: Bounds = { duration: 0, shortest: 1 };
  private wanted: View;
  private request = 0;

  constructor(private readonly first: Span | null) {
    super({ start: 0, length: 1 });
    this.wanted = this.state;
  }

  /** The least and the most that can be shown. With the first length it shows what it was made for. */
  setBounds(bounds: Bounds): void {
    const isFirst = this.bounds.duration === 0 && bounds.duration > 0;
    this.bounds = bounds;
    if (isFirst) {
      this.wanted = this.first === null ? fit(bounds) : viewOf(this.first, bounds);
      this.show(this.wanted);
    } else {
      this.want(this.wanted);
    }
  }

  /** Whether a part of the video is out of sight. */
  get isPart(): boolean {
    return this.wanted.length < this.bounds.duration;
  }

  /** What will be shown next; the same as the state unless something has just been asked for. */
  get next(): View {
    return this.wanted;
  }

  zoom(factor: number, at: number): void {
    this.want(zoomAround(this.wanted, at, factor, this.bounds));
  }

  move(seconds: number): void {
    this.want(pan(this.wanted, seconds, this.bounds));
  }

  moveTo(start: number): void {
    this.want({ start, length: this.wanted.length });
  }

  fitAll(): void {
    this.want(fit(this.bounds));
  }

  showSpan(span: Span): void {
    this.want(viewOf(span, this.bounds));
  }

  /** The position went from `before` to `time`: whoever looked at it goes on seeing it. */
  follow(before: number, time: number): void {
    const { start, length } = this.wanted;
    const wasSeen = before >= start && before <= start + length;
    if (wasSeen || Math.abs(time - before) > JUMP) {
      this.want(reveal(this.wanted, time, this.bounds));
    }
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  private want(view: View): void {
    this.wanted = bounded(view, this.bounds);
    if (this.request === 0) {
      this.request = requestAnimationFrame(() => {
        this.request = 0;
        this.show(this.wanted);
      });
    }
  }

  private show(view: View): void {
    this.set(view);
  }
}
