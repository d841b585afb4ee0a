import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameTimes } from './frames';
import { Playback } from './Playback';

/** An element that does what a browser's does, one step at a time. */
class FakeVideo extends EventTarget {
  videoWidth = 640;
  duration = 10;
  readyState = 1 as number;
  playbackRate = 1;
  preservesPitch = true;
  muted = false;
  src = 'http://localhost/api/v1/videos/1/media';
  error: { code: number } | null = null;
  paused = true;
  ended = false;
  loads = 0;
  sought: number[] = [];
  private position = 0;
  private onFrame: VideoFrameRequestCallback | null = null;

  get currentTime(): number {
    return this.position;
  }

  set currentTime(time: number) {
    this.position = time;
    this.sought.push(time);
  }

  load(): void {
    this.loads += 1;
    this.tell('loadstart');
  }

  play(): Promise<void> {
    this.paused = false;
    this.tell('play');
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
    this.tell('pause');
  }

  /** As browsers do at the end: paused, then "pause", then "ended". */
  reachEnd(): void {
    this.position = this.duration;
    this.ended = true;
    this.pause();
    this.tell('ended');
  }

  tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.onFrame = callback;
    return 1;
  }

  show(mediaTime: number): void {
    this.position = mediaTime;
    this.onFrame?.(0, { mediaTime } as VideoFrameCallbackMetadata);
  }
}

const frames = new FrameTimes(
  Array.from({ length: 250 }, (_, index) => index * 0.04),
  10,
);

let video: FakeVideo;
let playback: Playback;

beforeEach(() => {
  vi.useFakeTimers();
  video = new FakeVideo();
  playback = new Playback();
  playback.attach(video as unknown as HTMLVideoElement);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('seeking', () => {
  it('aims at the inside of the frame and shows its exact time at once', () => {
    playback.setFrames(frames);
    playback.seek(4);
    expect(video.sought).toEqual([expect.closeTo(4.01, 6)]);
    expect(playback.getState()).toMatchObject({ time: 4, frame: 100 });
  });

  it('keeps only the newest wish while a seek is on its way', () => {
    playback.setFrames(frames);
    [1, 2, 3].forEach((time) => playback.seek(time));
    expect(video.sought).toHaveLength(1);
    video.tell('seeked');
    expect(video.sought).toEqual([expect.closeTo(1.01, 6), expect.closeTo(3.01, 6)]);
  });

  it('steps from the frame that was asked for, also when the key is held down', () => {
    playback.setFrames(frames);
    playback.seek(4);
    playback.stepFrames(1);
    playback.stepFrames(1);
    playback.stepFrames(-1);
    video.tell('seeked');
    expect(playback.getState().frame).toBe(101);
    expect(video.sought.at(-1)).toBeCloseTo(101.5 * 0.04, 6);
  });

  it('takes no notice of a picture from before the seek', () => {
    playback.setFrames(frames);
    playback.seek(4);
    video.show(0.08);
    expect(playback.getState().time).toBe(4);
    video.tell('seeked');
    video.show(4);
    expect(playback.getState().frame).toBe(100);
  });

  it('goes where it was told before the file was there', () => {
    video.readyState = 0;
    playback.seek(5);
    expect(video.sought).toEqual([]);
    video.readyState = 1;
    video.tell('loadedmetadata');
    expect(video.sought).toEqual([5]);
  });
});

describe('playing', () => {
  const playing = (from: number): void => {
    playback.setFrames(frames);
    playback.seek(from);
    playback.play();
    video.tell('seeked');
  };

  it('skips the gap between two segments and stops after the last', () => {
    playback.setSegments([
      { start: 6, end: 7 },
      { start: 2, end: 3 },
    ]);
    playing(6.5);
    video.show(6.92);
    vi.advanceTimersByTime(100);
    expect(playback.getState().time).toBe(2);
    video.tell('seeked');
    video.show(2.96);
    vi.advanceTimersByTime(100);
    expect(playback.getState().playing).toBe(false);
    expect(video.paused).toBe(true);
  });

  it('skips the gap also when the picture behind it comes before the timer', () => {
    playback.setSegments([
      { start: 6, end: 7 },
      { start: 2, end: 3 },
    ]);
    playing(6.5);
    video.show(6.96);
    video.show(7);
    expect(playback.getState().time).toBe(2);
    video.tell('seeked');
    video.show(2.96);
    video.show(3);
    expect(playback.getState().playing).toBe(false);
  });

  it('goes where somebody seeks, across a boundary too', () => {
    playback.setSegments([{ start: 6, end: 7 }]);
    playing(6.5);
    video.show(6.52);
    playback.seek(9);
    video.tell('seeked');
    video.show(9);
    expect(playback.getState()).toMatchObject({ time: 9, playing: true });
  });

  it('loops the selection', () => {
    playing(1);
    video.show(1);
    playback.markIn();
    video.show(1.96);
    playback.markOut();
    expect(playback.getState().marks).toEqual({ start: 1, end: 2 });
    playback.setLooping(true);
    video.tell('seeked');
    video.show(1.96);
    vi.advanceTimersByTime(50);
    expect(playback.getState().time).toBe(1);
    expect(playback.getState().playing).toBe(true);
  });

  it('does not loop without a selection', () => {
    playback.setLooping(true);
    expect(playback.getState().looping).toBe(false);
  });

  it('goes faster and slower', () => {
    playing(1);
    playback.faster();
    expect(video.playbackRate).toBe(1.25);
    playback.slower();
    playback.slower();
    expect(playback.getState()).toMatchObject({ backwards: true, playing: true });
    expect(video.paused).toBe(true);
    playback.pause();
    expect(playback.getState()).toMatchObject({ backwards: false, playing: false });
  });
});

describe('when the file does not come', () => {
  it('says that it is slow, and forgets it when it comes', () => {
    video.tell('waiting');
    vi.advanceTimersByTime(8_000);
    expect(playback.getState().status).toBe('slow');
    video.tell('canplay');
    expect(playback.getState().status).toBe('ready');
  });

  it('tells what the server said, and comes back to where it was', async () => {
    const body = JSON.stringify({ code: 'playback_not_ready', detail: 'It has no file yet.' });
    vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(body, { status: 409 }))));
    playback.setFrames(frames);
    playback.seek(4);
    video.tell('seeked');
    video.tell('error');
    // Asked once more before it gives up.
    video.tell('error');
    await vi.waitFor(() =>
      expect(playback.getState().failure).toEqual({ kind: 'refused', detail: 'It has no file yet.' }),
    );
    playback.retry();
    expect(video.loads).toBe(2);
    expect(playback.getState()).toMatchObject({ status: 'loading', failure: null, time: 4 });
    video.tell('loadedmetadata');
    expect(video.sought.at(-1)).toBeCloseTo(4.01, 6);
  });

  it('asks for the file anew, plays on from the same place, and gives up when that fails too', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('no network')));
    playback.setFrames(frames);
    video.tell('loadedmetadata');
    video.tell('canplay');
    playback.play();
    video.show(4);
    video.error = { code: 2 };
    video.paused = true;
    video.tell('error');
    expect(video.src).toBe('http://localhost/api/v1/videos/1/media?asked=1');
    expect(video.loads).toBe(1);
    expect(playback.getState()).toMatchObject({ status: 'loading', failure: null, time: 4, playing: true });
    video.tell('loadedmetadata');
    expect(video.sought.at(-1)).toBeCloseTo(4.01, 6);
    expect(video.paused).toBe(false);
    video.tell('error');
    await vi.waitFor(() => expect(playback.getState().failure?.kind).toBe('unreachable'));
    expect(video.loads).toBe(1);
    playback.retry();
    expect(video.src).toBe('http://localhost/api/v1/videos/1/media?asked=2');
  });

  it('does not load again what came and cannot be decoded', () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('no network')));
    video.tell('loadedmetadata');
    video.tell('canplay');
    video.error = { code: 3 };
    video.tell('error');
    expect(video.loads).toBe(0);
    expect(playback.getState().failure?.kind).toBe('undecodable');
  });

  it('calls sound without a picture a failure', () => {
    video.videoWidth = 0;
    video.tell('loadedmetadata');
    expect(playback.getState().failure?.kind).toBe('no_picture');
  });
});

describe('the end of the file', () => {
  it('is reached while playing when the last pictures were not drawn', () => {
    playback.setFrames(frames);
    video.tell('loadedmetadata');
    playback.toggle();
    video.show(9.56);
    const seen: { time: number; playing: boolean }[] = [];
    playback.subscribe(() => {
      const { time, playing } = playback.getState();
      seen.push({ time, playing });
    });
    video.reachEnd();
    expect(seen).toEqual([
      { time: 9.96, playing: true },
      { time: 9.96, playing: false },
    ]);
    expect(playback.frameEnd()).toBe(10);
  });
});
