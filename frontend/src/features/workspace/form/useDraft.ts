import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { api, unwrap } from '@/api/client';
import { begin, change, redo, undo, type History } from '@/lib/history';
import { useMe } from '@/session/project';
import { useQuestionArrived, type Question } from '../queries';
import { draftOf, reduceDraft, toContent, type Draft, type DraftAction } from './draft';
import { DraftSaver, type SaverState } from './DraftSaver';
import { copyStore } from './localCopy';

type Step = { type: 'act'; action: DraftAction; gesture: string | null } | { type: 'undo' } | { type: 'redo' };

function take(history: History<Draft>, step: Step): History<Draft> {
  switch (step.type) {
    case 'act':
      return change(history, reduceDraft(history.present, step.action), step.gesture);
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
  }
}

export interface DraftInHand {
  draft: Draft;
  history: History<Draft>;
  /** Changes of the same `gesture` in a row, such as typing into one field, are undone as one. */
  act: (action: DraftAction, gesture?: string) => void;
  undo: () => void;
  redo: () => void;
  saver: DraftSaver;
  saving: SaverState;
}

/** The draft of a question: changed here, and saved by itself. */
export function useDraft(question: Question): DraftInHand {
  const me = useMe();
  const arrived = useQuestionArrived();
  const [saver] = useState(
    () =>
      new DraftSaver({
        revision: question.revision,
        put: (version, content) =>
          unwrap(
            api.PUT('/api/v1/questions/{id}/draft', {
              params: { path: { id: question.id } },
              body: { version, ...content },
            }),
          ),
        onSaved: (saved) => void arrived(saved, { stateChanged: false }),
        copies: copyStore(me.id, question.id),
      }),
  );
  const saving = useSyncExternalStore(saver.subscribe, saver.getState);
  const [history, dispatch] = useReducer(take, saver, (made) => begin(draftOf(made.getState().content)));
  const draft = history.present;
  useEffect(() => saver.edit(toContent(draft)), [saver, draft]);
  useLeaving(saver);
  return {
    draft,
    history,
    act: (action, gesture) => dispatch({ type: 'act', action, gesture: gesture ?? null }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    saver,
    saving,
  };
}

/** Sends what is left when the page is hidden or left, and asks before it is closed with something unsaved. */
function useLeaving(saver: DraftSaver): void {
  useEffect(() => {
    const onHide = (): void => {
      if (document.hidden) {
        void saver.flush();
      }
    };
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (saver.isUnsaved) {
        event.preventDefault();
      }
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('online', saver.retry);
    window.addEventListener('focus', saver.retry);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('online', saver.retry);
      window.removeEventListener('focus', saver.retry);
      void saver.flush();
    };
  }, [saver]);
}
