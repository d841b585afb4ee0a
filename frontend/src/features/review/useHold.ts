import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { ApiError } from '@/api/problems';
import { mergeSpans, type Playback, type Span } from '@/player';
import { beatIsDue } from './lease';
import { sendBeat, type Item } from './queries';
import type { Activity } from './useActivity';
import { usePlayed } from './usePlayed';
import { fromPairs, missingSeconds, playedShare, toPairs } from './watched';

/** How the reviewer stands to the item. `elsewhere`: judged or handed back in another window meanwhile. */
export type HoldState = 'held' | 'over' | 'elsewhere';

export interface Hold {
  state: HoldState;
  /** When it ends on this computer's clock, milliseconds. */
  end: number;
  /** Everything played so far, here and before. */
  watched: readonly Span[];
  /** What has to be played, a share of it at least. */
  parts: readonly Span[];
  /** Share of that which was played. */
  share: number;
  missing: number;
  /** The last sign of life failed in a way that may pass; null when all is well. */
  trouble: unknown;
  /** Renews the hold now. */
  renew: () => void;
  /** Tells that a request found the hold gone. */
  noteRefusal: (error: unknown) => void;
}

const LOOK_EVERY = 5_000;
const REPORT_EVERY = 10_000;
const GONE: Readonly<Record<string, HoldState>> = {
  lease_expired: 'over',
  assignment_released: 'elsewhere',
  verdict_given: 'elsewhere',
};

/** Keeps an item held while it is worked on, and tells the server what was played. */
export function useHold(item: Item, playback: Playback, activity: RefObject<Activity>, done: boolean): Hold {
  const { assignment } = item;
  const [state, setState] = useState<HoldState>(assignment.state === 'expired' ? 'over' : 'held');
  const [end, setEnd] = useState(item.leaseEnd);
  const [trouble, setTrouble] = useState<unknown>(null);
  const unsent = useRef<Span[]>([]);
  const busy = useRef(false);
  const last = useRef({ beat: 0, report: 0 });
  const isLive = !done && state === 'held' && assignment.state === 'held';

  const noteRefusal = useCallback((error: unknown) => {
    const gone = error instanceof ApiError ? GONE[error.code] : undefined;
    if (gone !== undefined) {
      setState(gone);
    }
  }, []);

  const beat = useCallback(async () => {
    if (busy.current) {
      return;
    }
    busy.current = true;
    const sending = mergeSpans(unsent.current);
    unsent.current = [];
    try {
      const { leaseEnd } = await sendBeat(assignment.id, toPairs(sending));
      setEnd(leaseEnd);
      setTrouble(null);
    } catch (error) {
      unsent.current = [...sending, ...unsent.current];
      noteRefusal(error);
      setTrouble(error);
    }
    busy.current = false;
    last.current = { beat: Date.now(), report: Date.now() };
  }, [assignment.id, noteRefusal]);

  const played = usePlayed(playback, (spans, paused) => {
    unsent.current.push(...spans);
    if (isLive && (paused || Date.now() - last.current.report >= REPORT_EVERY)) {
      void beat();
    }
  });

  useEffect(() => {
    if (!isLive) {
      return undefined;
    }
    const look = (): void => {
      const now = Date.now();
      if (now >= end) {
        setState('over');
      } else if (
        beatIsDue({
          unsent: unsent.current.length > 0 && now - last.current.report >= REPORT_EVERY,
          inUse: activity.current.inUse(),
          sinceLast: now - last.current.beat,
        })
      ) {
        void beat();
      }
    };
    const onAgain = (): void => {
      last.current = { beat: 0, report: 0 };
      look();
    };
    const timer = window.setInterval(look, LOOK_EVERY);
    // A sleeping computer runs no timers: whoever comes back sees at once how things stand.
    document.addEventListener('visibilitychange', onAgain);
    window.addEventListener('online', onAgain);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onAgain);
      window.removeEventListener('online', onAgain);
    };
  }, [isLive, end, beat, activity]);

  const before = useMemo(() => fromPairs(assignment.watched), [assignment.watched]);
  const watched = useMemo(() => mergeSpans([...before, ...played]), [before, played]);
  const { duration } = assignment.media;
  const hidden = assignment.required_parts.length === 0;
  // Of what counts; of the whole while that is not told yet.
  const parts = useMemo(
    () => (hidden ? [{ start: 0, end: duration ?? 0 }] : fromPairs(assignment.required_parts)),
    [assignment.required_parts, duration, hidden],
  );
  return {
    state,
    end,
    watched,
    parts,
    share: playedShare(watched, parts),
    missing: hidden ? 0 : missingSeconds(watched, parts, assignment.required_share),
    trouble,
    renew: () => void beat(),
    noteRefusal,
  };
}
