import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { backUp, dropBackup, readBackup } from './draftBackup';
import { DraftSaver, type Saving } from './DraftSaver';
import { sendDraft, type Assignment } from './queries';
import type { Activity } from './useActivity';
import { readDraft, sameDraft, type Draft } from './verdictRules';

export interface DraftInHand {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  saving: Saving;
  /** No more saving: the verdict is in, or the item was handed back. */
  finish: () => void;
}

interface Options {
  assignment: Assignment;
  personId: number;
  activity: RefObject<Activity>;
  /** The item is held, so that the server takes drafts. */
  live: boolean;
  onRefusal: (error: unknown) => void;
}

/** The unfinished verdict: written to the tab at once, to the server when typing rests. */
export function useDraft({ assignment, personId, activity, live, onRefusal }: Options): DraftInHand {
  const { id } = assignment;
  const [first] = useState(() => {
    const kept = readDraft(assignment.draft);
    return { kept, latest: readBackup(personId, id) ?? kept };
  });
  const [draft, setDraft] = useState<Draft>(first.latest);
  const [saving, setSaving] = useState<Saving>(sameDraft(first.latest, first.kept) ? 'kept' : 'here_only');
  const [saver] = useState(() => new DraftSaver(first.latest, first.kept));
  useEffect(() => {
    saver.connect({
      send: (sending) =>
        sendDraft(id, { ...sending, reasons: [...sending.reasons], seconds_spent: activity.current.seconds() }),
      backUp: (sending) => backUp(personId, id, sending),
      dropBackup: () => dropBackup(personId, id),
      onSaving: setSaving,
      onFailure: onRefusal,
    });
  }, [saver, id, personId, activity, onRefusal]);

  useEffect(() => {
    if (!live) {
      return undefined;
    }
    const save = (): void => void saver.save();
    saver.resume();
    window.addEventListener('online', save);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('online', save);
      window.removeEventListener('pagehide', save);
      save();
      saver.pause();
    };
  }, [live, saver]);

  const latest = useRef(draft);
  const change = useCallback(
    (changes: Partial<Draft>) => {
      latest.current = { ...latest.current, ...changes };
      setDraft(latest.current);
      saver.change(latest.current);
    },
    [saver],
  );
  return { draft, change, saving, finish: useCallback(() => saver.finish(), [saver]) };
}
