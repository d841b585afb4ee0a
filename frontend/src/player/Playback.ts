import { roundToMillis } from '@/lib/time';
import type { FrameTimes } from './frames';
import { JumpPlan } from './JumpPlan';
import { askedAnew, HAVE_METADATA, UNDECODABLE } from './mediaElement';
import { learnFailure } from './mediaFailure';
import type { Marks, MediaFailure, PlaybackState } from './playbackState';
import { faster, INITIAL, selectionOf, slower, withEnd, withStart } from './playbackState';
import { boundaryAfter, entryFrom, extentOf } from './program';
import { Patience } from './Patience';
import { watchPictures } from './pictures';
import { Rewind } from './Rewind';
import { SeekQueue } from './SeekQueue';
import { clamp, type Span } from './spans';
import { Store } from '@/lib/Store';

/** Where frame times are not known, one frame is taken for this long until the pictures tell. */
const GUESSED_STEP = 0.04;

/**
 * One video in the page: what it plays, where it is, and what is selected. Holds no DOM of its own; `attach` gives it
 * the element. Times are seconds of the file that is played. Components read it with `usePlayback*`.
 */
export class Playback extends Store<PlaybackState> {
  private video: HTMLVideoElement | null = null;
  private frames: FrameTimes | null = null;
  private segments: readonly Span[] | null = null;
  private readonly seeks = new SeekQueue();
  private tellsPictures = false;
  private resume = false;
  /** The file has played since it was last loaded: when it fails now, its address may have expired. */
  private proven = false;
  private readonly patience = new Patience(() => this.state.status !== 'failed' && this.set({ status: 'slow' }));
  private readonly jumps = new JumpPlan((next) => this.jumpTo(next));
  private readonly rewind = new Rewind();
  private step = GUESSED_STEP;

  constructor() {
    super(INITIAL);
  }

  /** Connects the element; call what it returns when the element goes. */
  attach = (video: HTMLVideoElement): (() => void) => {
    this.video = video;
    const abort = new AbortController();
    const on = (name: keyof HTMLMediaElementEventMap, run: () => void): void =>
      video.addEventListener(name, run, { signal: abort.signal });
    on('loadstart', () => this.onLoadStart());
    on('loadedmetadata', () => this.onMetadata(video));
    on('seeked', () => this.onSeeked());
    on('timeupdate', () => this.onTimeUpdate(video));
    on('waiting', () => this.patience.begin());
    on('stalled', () => this.patience.begin());
    on('canplay', () => this.arrived());
    on('playing', () => this.arrived());
    on('play', () => this.set({ playing: true, backwards: false }));
    // At the end "pause" comes first; what is to be done then belongs to "ended".
    on('pause', () => video.ended || this.set({ playing: this.state.backwards }));
    on('ended', () => this.onEnded(video));
    on('error', () => void this.onError(video));
    this.tellsPictures = watchPictures(video, abort.signal, (time, step) => this.onPicture(time, step));
    video.muted = this.state.muted;
    this.patience.begin();
    if (video.readyState >= HAVE_METADATA) {
      this.onMetadata(video);
    }
    return () => {
      abort.abort();
      this.video = null;
      this.patience.end();
      this.jumps.cancel();
    };
  };

  /** The frame times of the file, once they are known. */
  setFrames(frames: FrameTimes | null): void {
    this.frames = frames;
    this.seeks.frames = frames;
    if (frames !== null) {
      this.step = frames.usualStep;
      this.set({ frame: frames.frameAt(this.state.time), duration: this.state.duration ?? frames.end });
    }
  }

  /** Plays only these stretches, in this order; null: everything. */
  setSegments(segments: readonly Span[] | null): void {
    this.segments = segments;
    this.planJump(this.state.time);
  }

  /** From where to where it plays. */
  extent(): Span {
    return extentOf(this.segments, this.state.duration ?? this.state.time);
  }

  /** Tells the length before the file does. */
  setDuration(duration: number | null): void {
    if (duration !== null && this.state.duration === null) {
      this.set({ duration });
    }
  }

  play(): void {
    const { time, duration } = this.state;
    const atEnd = duration !== null && time >= duration - this.step * 1.5;
    const entry = entryFrom(this.program(), atEnd ? 0 : time, this.step);
    if (entry !== time) {
      this.seek(entry);
    }
    this.start();
  }

  pause(): void {
    this.rewind.stop();
    this.resume = false;
    this.jumps.cancel();
    this.set({ playing: false, backwards: false });
    this.video?.pause();
  }

  toggle(): void {
    if (this.state.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  /** L: plays, then faster. */
  faster(): void {
    this.shuttle(faster(this.state));
  }

  /** J: slower, then backwards. */
  slower(): void {
    this.shuttle(slower(this.state));
  }

  setRate(rate: number): void {
    this.set({ rate });
    this.applyRate();
    this.planJump(this.state.time);
  }

  setMuted(muted: boolean): void {
    this.set({ muted });
    if (this.video !== null) {
      this.video.muted = muted;
    }
  }

  /** Goes to the frame shown at `time`. */
  seek(time: number): void {
    this.rewind.stop();
    this.goTo(time);
    if (this.state.backwards) {
      this.pause();
    }
  }

  jump(seconds: number): void {
    this.seek(this.state.time + seconds);
  }

  /** Pauses and shows the frame so many frames away. */
  stepFrames(count: number): void {
    this.pause();
    const { frame, time } = this.state;
    if (this.frames !== null && frame !== null) {
      this.goTo(this.frames.middleOf(this.frames.step(frame, count)));
    } else {
      this.goTo(time + this.step * (count + 0.5));
    }
  }

  /** The end of the frame on screen: what an out mark takes, so that the frame belongs to the selection. */
  frameEnd(): number {
    const { frame, time, duration } = this.state;
    const end = this.frames !== null && frame !== null ? this.frames.endOf(frame) : time + this.step;
    return roundToMillis(Math.min(end, duration ?? end));
  }

  markIn(): void {
    this.setMarks(withStart(this.state.marks, roundToMillis(this.state.time)));
  }

  markOut(): void {
    this.setMarks(withEnd(this.state.marks, this.frameEnd()));
  }

  setMarks(marks: Marks): void {
    this.set({ marks, looping: this.state.looping && selectionOf(marks) !== null });
    this.planJump(this.state.time);
  }

  /** Loops the selection, from its beginning, or stops doing so. Nothing happens without a selection. */
  setLooping(looping: boolean): void {
    const selection = selectionOf(this.state.marks);
    if (looping && selection === null) {
      return;
    }
    this.set({ looping });
    if (looping && selection !== null) {
      this.goTo(selection.start);
      this.start();
    } else {
      this.planJump(this.state.time);
    }
  }

  /** Loads the file again after a failure and goes on where it was. */
  retry(): void {
    this.seeks.want(this.seeks.waiting ?? this.state.time);
    this.resume = this.state.playing;
    this.proven = false;
    this.onLoadStart();
    if (this.video !== null) {
      // Browsers remember where an address led. Under a new one they ask again, and get an address that still works.
      this.video.src = askedAnew(this.video.src);
      this.video.load();
    }
  }

  private program() {
    const { looping, marks } = this.state;
    return { segments: this.segments, loop: looping ? selectionOf(marks) : null };
  }

  private shuttle(next: { backwards: boolean; rate: number }): void {
    this.set({ rate: next.rate });
    this.applyRate();
    if (next.backwards) {
      this.set({ playing: true, backwards: true });
      this.video?.pause();
      this.rewind.begin(this.state.time);
      this.turnBack();
    } else if (!this.state.playing || this.state.backwards) {
      this.rewind.stop();
      this.start();
    }
  }

  private start(): void {
    if (this.video === null || this.video.readyState < HAVE_METADATA) {
      this.resume = true;
      return;
    }
    this.set({ playing: true, backwards: false });
    this.applyRate();
    // Refused when the browser wants a gesture first, or the source changed meanwhile: then it stays paused.
    this.video.play().catch(() => this.set({ playing: false }));
    this.planJump(this.state.time);
  }

  private applyRate(): void {
    if (this.video !== null) {
      this.video.playbackRate = this.state.rate;
      this.video.preservesPitch = true;
    }
  }

  private goTo(time: number): void {
    const end = this.state.duration ?? Number.POSITIVE_INFINITY;
    const bounded = clamp(time, 0, end);
    this.show(bounded);
    this.seeks.want(bounded);
    this.jumps.cancel();
    this.sendSeek();
  }

  private sendSeek(): void {
    if (this.video !== null && this.seeks.send(this.video)) {
      this.patience.begin();
    }
  }

  private show(time: number): void {
    const frame = this.frames?.frameAt(time) ?? null;
    this.set({ time: frame === null || this.frames === null ? time : this.frames.timeOf(frame), frame });
  }

  private onLoadStart(): void {
    this.seeks.over();
    this.set({ status: 'loading', failure: null });
    this.patience.begin();
  }

  private onMetadata(video: HTMLVideoElement): void {
    if (video.videoWidth === 0) {
      this.fail({ kind: 'no_picture', detail: '' });
      return;
    }
    if (Number.isFinite(video.duration) && this.state.duration === null) {
      this.set({ duration: video.duration });
    }
    this.applyRate();
    this.sendSeek();
    if (this.resume) {
      this.resume = false;
      this.start();
    }
  }

  private onSeeked(): void {
    this.seeks.over();
    this.arrived();
    this.sendSeek();
    if (this.state.backwards) {
      window.requestAnimationFrame(() => this.turnBack());
    } else if (this.state.playing) {
      this.planJump(this.state.time);
    }
  }

  private turnBack(): void {
    const time = this.rewind.target(this.state.rate);
    if (time === null || this.seeks.busy) {
      return;
    }
    if (time <= 0) {
      this.pause();
    }
    this.goTo(time);
  }

  private onPicture(time: number, step: number | null): void {
    if (this.frames === null && step !== null) {
      this.step = Math.min(this.step, step);
    }
    // A picture from before the seek may still come through; the frame sought is shown already.
    if (this.seeks.busy) {
      return;
    }
    this.show(time);
    if (this.state.playing && !this.state.backwards) {
      this.planJump(time);
    }
  }

  private onTimeUpdate(video: HTMLVideoElement): void {
    if (!this.tellsPictures || document.hidden) {
      this.onPicture(video.currentTime, null);
    }
  }

  private planJump(time: number): void {
    const { playing, backwards, rate } = this.state;
    if (!playing || backwards) {
      this.jumps.cancel();
      return;
    }
    this.jumps.at(time, this.video?.currentTime ?? time, rate, boundaryAfter(this.program(), time));
  }

  private jumpTo(next: number | null): void {
    if (next === null) {
      this.pause();
    } else {
      this.goTo(next);
    }
  }

  private onEnded(video: HTMLVideoElement): void {
    const boundary = boundaryAfter(this.program(), this.state.time);
    if (boundary?.next !== null && boundary?.next !== undefined) {
      this.goTo(boundary.next);
      void video.play();
    } else {
      // Played fast, the last pictures may not have been drawn; the end was reached all the same.
      this.show(this.state.duration ?? video.currentTime);
      this.set({ playing: false });
    }
  }

  private arrived(): void {
    this.patience.end();
    if (this.state.status !== 'failed') {
      this.proven = true;
      this.set({ status: 'ready' });
    }
  }

  private fail(failure: MediaFailure): void {
    this.patience.end();
    this.jumps.cancel();
    this.set({ status: 'failed', failure });
  }

  private async onError(video: HTMLVideoElement): Promise<void> {
    if (this.proven && video.error?.code !== UNDECODABLE) {
      this.retry();
      return;
    }
    const source = video.src;
    this.fail({ kind: 'undecodable', detail: '' });
    const failure = await learnFailure(source);
    if (this.video === video && this.state.status === 'failed' && video.src === source) {
      this.fail(failure);
    }
  }
}
