import { spanToPrepared, toPrepared, type LaneSpan, type Segments, type Span } from '@/player';
import type { Assignment } from './queries';

/** Where the parts of a reference lie on the timeline of the prepared video, and what a comment can be about. */

export interface StageMark {
  id: string;
  /** Seconds of the prepared video; null when its author set no time, or one that is not played. */
  at: number | null;
  /** The same in the original. */
  original: number | null;
}

export function stageMark(assignment: Assignment, id: string): StageMark {
  const original = assignment.reference?.stage_times.find((each) => each.id === id)?.time ?? null;
  return { id, original, at: original === null ? null : toPrepared(original, assignment.media.segments) };
}

export interface EvidenceMark {
  /** From 1, as shown. */
  number: number;
  /** The parts that are played; none when it lies outside what was cut. */
  played: Span[];
  original: Span;
}

export const evidenceMarks = ({ reference, media }: Assignment): EvidenceMark[] =>
  (reference?.evidence ?? []).map(({ start, end }, index) => ({
    number: index + 1,
    played: spanToPrepared({ start, end }, media.segments),
    original: { start, end },
  }));

export interface LaneNames {
  stage: (id: string) => string;
  evidence: (number: number) => string;
  played: string;
}

export const stageSpans = (assignment: Assignment, names: LaneNames): LaneSpan[] =>
  (assignment.reference?.answer_details?.items ?? []).flatMap(({ id }) => {
    const { at } = stageMark(assignment, id);
    return at === null ? [] : [{ key: id, name: names.stage(id), tone: 'stage' as const, start: at, end: at }];
  });

export const evidenceSpans = (assignment: Assignment, names: LaneNames): LaneSpan[] =>
  evidenceMarks(assignment).flatMap(({ number, played }) =>
    played.map((span, part) => ({
      key: `${number}.${part}`,
      name: names.evidence(number),
      tone: 'evidence' as const,
      ...span,
    })),
  );

export const playedSpans = (played: readonly Span[], names: LaneNames): LaneSpan[] =>
  played.map((span) => ({ key: String(span.start), name: names.played, tone: 'clip', ...span }));

/** Segments as the player's functions want them: the same array as long as the assignment is. */
export const segmentsOf = ({ media }: Assignment): Segments => media.segments;

/** What a comment can be about, as the record names it, in the order of the page. */
export function commentFields({ reference }: Assignment): string[] {
  if (reference === null) {
    return ['question', 'video'];
  }
  return [
    'question',
    'answer',
    ...(reference.answer_details?.items ?? []).map((_, index) => `answer_details.items.${index}`),
    ...reference.evidence.map((_, index) => `evidence.${index}`),
    ...(reference.rubric === null ? [] : ['rubric']),
    ...(reference.subtitles === null ? [] : ['subtitles']),
    'source',
    'video',
  ];
}
