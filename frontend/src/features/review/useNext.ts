import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useProject } from '@/session/project';
import { askNext, itemKey, type Nothing, type QueueFilters } from './queries';

const route = getRouteApi('/inside/projects/$projectId/review');

export interface NextItem {
  ask: () => void;
  /** Asks without a filter. */
  askAny: () => void;
  asking: boolean;
  error: unknown;
  /** The last answer, when it was that there is none. */
  nothing: Nothing | null;
}

/** "Next item, please": one request, and the page of the item that came. */
export function useNext(): NextItem {
  const { id } = useProject();
  const queries = useQueryClient();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [nothing, setNothing] = useState<Nothing | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (filters: QueueFilters) => askNext(id, filters),
    onSuccess: async (answer, filters) => {
      // What is in hand shows in other places too.
      void queries.invalidateQueries({ queryKey: ['assignments', id] });
      if (answer.kind === 'nothing') {
        setNothing(answer.nothing);
        await navigate({ search: filters });
        return;
      }
      setNothing(null);
      const { assignment } = answer.item;
      queries.setQueryData(itemKey(assignment.id), answer.item);
      await navigate({ search: { ...filters, assignment: assignment.id } });
    },
  });
  const { granularity, task } = search;
  // A key held down or a double click asks once.
  const underWay = useRef(false);
  const ask = (filters: QueueFilters): void => {
    if (!underWay.current) {
      underWay.current = true;
      mutate(filters, {
        onSettled: () => {
          underWay.current = false;
        },
      });
    }
  };
  return {
    ask: () => ask({ ...(granularity && { granularity }), ...(task && { task }) }),
    askAny: () => ask({}),
    asking: isPending,
    error,
    nothing,
  };
}
