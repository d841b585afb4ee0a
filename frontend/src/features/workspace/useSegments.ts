import { useEffect, useReducer } from 'react';
import { beginSegments, checkSegments, reduceSegments, type SegmentProblem, type SegmentsAction, type SegmentsHistory, type Span } from '@/player';

const keyOf = (personId: number, videoId: number): string => `longemo.segments.${personId}.${videoId}`;

const isSpan = (value: unknown): value is Span =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as Span).start) &&
  Number.isFinite((value as Span).end);

function readKept(key: string): Span[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isSpan) : [];
  } catch {
    return [];
  }
}

interface SegmentsInHand {
  history: SegmentsHistory;
  dispatch: (action: SegmentsAction) => void;
  problems: SegmentProblem[];
}

/** The segments being made of a video. They are kept in this browser until a clip is cut of them. */
export function useSegments(personId: number, videoId: number, duration: number): SegmentsInHand {
  const key = keyOf(personId, videoId);
  const [history, dispatch] = useReducer(reduceSegments, key, (stored) => beginSegments(readKept(stored)));
  const { present } = history;
  useEffect(() => {
    if (present.length === 0) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, JSON.stringify(present.map(({ start, end }) => ({ start, end }))));
    }
  }, [key, present]);
  const problems = present.length === 0 ? [] : checkSegments(present, duration);
  return { history, dispatch, problems };
}
