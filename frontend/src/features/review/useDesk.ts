import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { roundToMillis } from '@/lib/time';
import { toOriginal, useAddressTime, usePlayback, type Playback } from '@/player';
import { meQuery } from '@/session/queries';
import { keepAnswer, keptAnswer, mayReveal, revealBody, type BlindAnswer } from './blindAnswer';
import { itemKey, sendRelease, sendReveal, sendVerdict, type Assignment, type Item } from './queries';
import { useActivity } from './useActivity';
import type { Saving } from './DraftSaver';
import { useDraft } from './useDraft';
import { useHold, type Hold } from './useHold';
import type { Undo } from './useUndo';
import { isJustAccepted, needs, verdictBody, type Decision, type Draft, type Need } from './verdictRules';
import { unplayed } from './watched';

const route = getRouteApi('/inside/projects/$projectId/review');

/** Where the focus goes from a key: what is not there is passed over. */
export const PLACES = {
  form: 'verdict-form',
  comment: 'verdict-comment',
  bar: 'verdict-bar',
  reference: 'verdict-reference',
  own: 'verdict-own',
} as const;

/** Once what was just asked for is in the page. In a column that scrolls it also comes into sight. */
export const focusOn = (place: string): void => {
  window.requestAnimationFrame(() => {
    const target = document.getElementById(place);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
    if (target instanceof HTMLTextAreaElement) {
      // Writing goes on where it ended.
      target.setSelectionRange(target.value.length, target.value.length);
    }
  });
};

/** `given`: judged, by this page or before; `released`: handed back; the rest as `Hold` tells. */
export type Standing = 'live' | 'over' | 'elsewhere' | 'released' | 'given';

/** One item on the desk: how it stands, what is said of it, and what can be done with it. */
export interface Desk {
  assignment: Assignment;
  playback: Playback;
  hold: Hold;
  standing: Standing;
  draft: Draft;
  saving: Saving;
  change: (changes: Partial<Draft>) => void;
  /** The reference is in sight. */
  seen: boolean;
  /** My own answer before that. */
  answer: BlindAnswer;
  setAnswer: (answer: BlindAnswer) => void;
  /** My own answer is far enough for the reference to be opened. */
  mayReveal: boolean;
  reveal: () => void;
  revealing: boolean;
  revealError: unknown;
  /** The question whether to skip is in sight. */
  skipping: boolean;
  /** Opens the form for a decision, or for skipping; '' closes it. */
  choose: (choice: Decision | 'skip' | '') => void;
  /** Accepts at once where nothing is missing; else opens the form. */
  accept: () => void;
  needs: readonly Need[];
  submit: () => void;
  skip: () => void;
  busy: boolean;
  /** Why the last verdict or skip did not work. */
  error: unknown;
  playMissing: () => void;
  takeTime: () => void;
  /** Reads the item again. */
  reload: () => void;
}

function standingOf(assignment: Assignment, hold: Hold): Standing {
  if (assignment.state === 'submitted') {
    return 'given';
  }
  if (assignment.state === 'released') {
    return 'released';
  }
  return hold.state === 'held' ? 'live' : hold.state;
}

export function useDesk(item: Item, undo: Undo): Desk {
  const { assignment } = item;
  const { id, media } = assignment;
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const { t: at } = route.useSearch();
  const navigate = route.useNavigate();
  const playback = usePlayback({ frames: null, segments: null, duration: media.duration, startAt: at });
  useAddressTime(playback, at, (t) => void navigate({ search: (before) => ({ ...before, t }), replace: true }));

  const activity = useActivity(playback, assignment.draft.seconds_spent);
  const hold = useHold(item, playback, activity, assignment.state === 'submitted');
  const standing = standingOf(assignment, hold);
  const live = standing === 'live';
  const { draft, change, saving, finish } = useDraft({
    assignment,
    personId: me.id,
    activity,
    live,
    onRefusal: hold.noteRefusal,
  });
  const [skipping, setSkipping] = useState(false);
  const [answer, setOwn] = useState<BlindAnswer>(() => keptAnswer(me.id, id));
  const seen = assignment.reference !== null;
  const answered = mayReveal(assignment, answer);

  const put = (changes: Partial<Assignment>): void => {
    queries.setQueryData<Item>(itemKey(id), (before) => before && { ...before, assignment: { ...before.assignment, ...changes } });
    void queries.invalidateQueries({ queryKey: ['assignments', assignment.project] });
    focusOn(PLACES.bar);
  };
  const verdict = useMutation({
    mutationFn: (given: Draft) => sendVerdict(id, verdictBody(given, activity.current.seconds(), hold.watched)),
    onSuccess: ({ given, undoEnd }) => {
      finish();
      put({ state: given.state, ended_at: given.ended_at, verdict: given.verdict });
      undo.note({ id, questionId: assignment.question_id, decision: given.verdict.decision, end: undoEnd });
    },
    onError: hold.noteRefusal,
  });
  const release = useMutation({
    mutationFn: () => sendRelease(id),
    onSuccess: (row) => {
      finish();
      put({ state: row.state, ended_at: row.ended_at });
    },
    onError: hold.noteRefusal,
  });
  const opening = useMutation({
    mutationFn: () => sendReveal(id, revealBody(answer)),
    onSuccess: ({ assignment: opened }) => {
      put({ reference: opened.reference, revealed_at: opened.revealed_at, blind: opened.blind, required_parts: opened.required_parts });
      focusOn(PLACES.reference);
    },
    onError: (error) => {
      hold.noteRefusal(error);
      focusOn(PLACES.own);
    },
  });
  // A double click comes before the page shows that something is on its way.
  const underWay = useRef(false);
  const once = (act: (options: { onSettled: () => void }) => void): void => {
    if (!underWay.current && live) {
      underWay.current = true;
      act({
        onSettled: () => {
          underWay.current = false;
        },
      });
    }
  };
  const busy = verdict.isPending || release.isPending;
  const open = needs(draft, { revealed: seen, missing: hold.missing });

  const reveal = (): void => {
    if (!answered) {
      focusOn(PLACES.own);
    } else if (!opening.isPending && !seen) {
      opening.mutate();
    }
  };
  const playMissing = (): void => {
    const [first] = unplayed(hold.watched, hold.parts);
    if (first !== undefined) {
      playback.seek(first.start);
      playback.play();
    }
  };
  const helpWith: Record<Need, () => void> = {
    reference: reveal,
    decision: () => focusOn(PLACES.bar),
    reasons: () => focusOn(PLACES.form),
    comment: () => focusOn(PLACES.comment),
    watched: playMissing,
  };
  const choose = (choice: Decision | 'skip' | ''): void => {
    setSkipping(choice === 'skip');
    verdict.reset();
    release.reset();
    if (choice !== 'skip' && choice !== draft.decision) {
      change({ decision: choice });
    }
    focusOn(choice === '' ? PLACES.bar : PLACES.form);
  };
  return {
    assignment,
    playback,
    hold,
    standing,
    draft,
    saving,
    change,
    seen,
    answer,
    setAnswer: (given) => {
      keepAnswer(me.id, id, given);
      setOwn(given);
      opening.reset();
    },
    mayReveal: answered,
    reveal,
    revealing: opening.isPending,
    revealError: opening.error,
    skipping,
    choose,
    accept: () => {
      const accepted: Draft = { ...draft, decision: 'accept' };
      if (!skipping && isJustAccepted(draft) && needs(accepted, { revealed: seen, missing: hold.missing }).length === 0) {
        once((options) => verdict.mutate(accepted, options));
      } else {
        choose('accept');
      }
    },
    needs: open,
    submit: () => {
      const [first] = open;
      if (first !== undefined) {
        helpWith[first]();
      } else {
        once((options) => verdict.mutate(draft, options));
      }
    },
    skip: () => once((options) => release.mutate(undefined, options)),
    busy,
    error: verdict.error ?? release.error,
    playMissing,
    takeTime: () => change({ comment_time: roundToMillis(toOriginal(playback.getState().time, media.segments)) }),
    reload: () => void queries.invalidateQueries({ queryKey: itemKey(id) }),
  };
}
