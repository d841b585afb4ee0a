/** A picture has reached the screen: `time` is when it begins in the file, `step` how long after the one before. */
export type OnPicture = (time: number, step: number | null) => void;

/** Longer than this between two pictures is a jump, not a slow frame rate. */
const LONGEST_STEP = 0.2;

/** Tells of each picture until `signal` says stop. False where the browser cannot tell. */
export function watchPictures(video: HTMLVideoElement, signal: AbortSignal, onPicture: OnPicture): boolean {
  if (!('requestVideoFrameCallback' in video)) {
    return false;
  }
  let before: number | null = null;
  const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    if (signal.aborted) {
      return;
    }
    video.requestVideoFrameCallback(onFrame);
    const step = before === null ? 0 : mediaTime - before;
    before = mediaTime;
    onPicture(mediaTime, step > 0 && step < LONGEST_STEP ? step : null);
  };
  video.requestVideoFrameCallback(onFrame);
  return true;
}
