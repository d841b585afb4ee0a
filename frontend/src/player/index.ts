/**
 * The player that every page shares: <Player> shows a file, <Timeline> and <CueList> go with it, and all three talk
 * through one `Playback` made by `usePlayback`. Times are seconds of the file that is played; for a prepared video,
 * `prepared.ts` goes to the original timeline and back.
 */
export { CueList } from './CueList';
export { sortCues, type Cue } from './cues';
export { FrameTimes, type FrameTable } from './frames';
export { IconPress } from './IconPress';
export type { Lane, LaneSpan } from './timeline/lanes';
export { Playback } from './Playback';
export { selectionOf, type Marks, type PlaybackState } from './playbackState';
export { Player } from './Player';
export { joins, spanToPrepared, toOriginal, toPrepared, type Segments } from './prepared';
export {
  beginSegments,
  checkSegments,
  reduceSegments,
  type Edge,
  type Segment,
  type SegmentProblem,
  type SegmentsAction,
  type SegmentsHistory,
} from './segments';
export { pointsOf, snap, snapPoints } from './timeline/snapping';
export { contains, coveredShare, lengthOf, mergeSpans, type Span } from './spans';
export { TimeField } from './TimeField';
export { FILM_HEIGHT, type Filmstrip, type FilmstripLayout } from './timeline/filmstrip';
export { readPeaks, type Peaks } from './timeline/peaks';
export type { Shot } from './timeline/shots';
export type { LaneSource, TimelineSources } from './timeline/sources';
export { Timeline } from './timeline/Timeline';
export { useAddressTime, useCuesNow, usePlayback, usePlaybackState, useWatched, type PlaybackOptions } from './usePlayback';
