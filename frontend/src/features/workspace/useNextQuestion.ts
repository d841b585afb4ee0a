import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '@/keys/useKeys';
import { useProject } from '@/session/project';
import { openQuestionsQuery, type QuestionRow } from './queries';

/** The question after `current` in the list of what waits for me, from its beginning again at its end. */
export function nextAfter(rows: readonly QuestionRow[], current: number | null): QuestionRow | null {
  const at = rows.findIndex(({ id }) => id === current);
  const next = rows[at + 1] ?? rows[0];
  return next === undefined || next.id === current ? null : next;
}

/** N goes to my next open question; answers how to go there, or null when there is none. */
export function useNextQuestion(current: number | null): (() => void) | null {
  const project = useProject();
  const navigate = useNavigate();
  const open = useQuery({ ...openQuestionsQuery(project.id), enabled: project.has('annotator') });
  const next = nextAfter(open.data ?? [], current);
  const go =
    next === null
      ? null
      : () =>
          void navigate({
            to: '/projects/$projectId/questions/$questionId',
            params: { projectId: project.id, questionId: next.id },
          });
  useKeys([
    { keys: ['N'], label: 'keys.workspace.next', group: 'question', enabled: go !== null, run: () => go?.() },
  ]);
  return go;
}
