import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useProject } from '@/session/project';
import { reasonsQuery, upcomingQuery } from './queries';

const route = getRouteApi('/inside/projects/$projectId/review');

export interface Ahead {
  /** From here on the next item's video is loaded; nothing is taken by that. */
  begin: () => void;
  /** Where the video of an item is: the address it was loaded from ahead, where it was. */
  sourceOf: (id: number, url: string) => string;
  /** What is being loaded ahead; null for nothing. */
  source: string | null;
}

/** Loads what will most likely come next while the present item is being decided. The queue still decides. */
export function useAhead(current: number | undefined): Ahead {
  const { id: projectId } = useProject();
  const { granularity, task } = route.useSearch();
  const queries = useQueryClient();
  const [begun, setBegun] = useState<number | undefined>(undefined);
  const [loaded] = useState(() => new Map<number, string>());
  const isOn = current !== undefined && begun === current;
  const { data } = useQuery({ ...upcomingQuery(projectId, { granularity, task }, current), enabled: isOn });
  const upcoming = isOn ? (data?.upcoming ?? null) : null;
  useEffect(() => {
    if (upcoming !== null) {
      loaded.set(upcoming.id, upcoming.media_url);
      queries.query(reasonsQuery(upcoming.granularity, upcoming.task)).catch(() => undefined);
    }
  }, [upcoming, loaded, queries]);
  return {
    begin: () => setBegun(current),
    sourceOf: (id, url) => loaded.get(id) ?? url,
    source: upcoming?.media_url ?? null,
  };
}
