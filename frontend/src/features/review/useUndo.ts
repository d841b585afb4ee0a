import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { itemKey, sendUndo } from './queries';
import type { Decision } from './verdictRules';

const route = getRouteApi('/inside/projects/$projectId/review');

/** A verdict that was just given. */
export interface Given {
  id: number;
  questionId: string;
  decision: Decision;
  /** When it can no longer be taken back, on this computer's clock. */
  end: number;
}

export interface Undo {
  /** The last verdict, as long as it can be taken back. */
  last: Given | null;
  note: (given: Given) => void;
  run: () => void;
  busy: boolean;
  error: unknown;
}

/** The last verdict can be taken back for a few seconds, also from the page of the next item. */
export function useUndo(): Undo {
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [last, setLast] = useState<Given | null>(null);
  useEffect(() => {
    if (last === null) {
      return undefined;
    }
    const timer = window.setTimeout(() => setLast(null), Math.max(0, last.end - Date.now()));
    return () => window.clearTimeout(timer);
  }, [last]);
  const undo = useMutation({
    mutationFn: (id: number) => sendUndo(id),
    onSuccess: async (item) => {
      const { id, project } = item.assignment;
      setLast(null);
      queries.setQueryData(itemKey(id), item);
      void queries.invalidateQueries({ queryKey: ['assignments', project] });
      await navigate({ search: (before) => ({ ...before, t: undefined, assignment: id }) });
    },
  });
  return {
    last,
    note: (given) => {
      undo.reset();
      setLast(given);
    },
    run: () => {
      if (last !== null && !undo.isPending) {
        undo.mutate(last.id);
      }
    },
    busy: undo.isPending,
    error: undo.error,
  };
}
