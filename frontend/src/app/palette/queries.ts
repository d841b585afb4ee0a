import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { CurrentProject } from '@/session/project';

const SHOWN = 6;

/** Videos, questions and people that match what was typed; people only for admins, who alone may list them. */
export const paletteQuery = (project: CurrentProject, text: string) =>
  queryOptions({
    queryKey: ['palette', project.id, text],
    enabled: text !== '',
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const query = { project: project.id, search: text, page_size: SHOWN };
      const seesWork = project.has('annotator', 'admin');
      const [videos, questions, people] = await Promise.all([
        seesWork ? unwrap(api.GET('/api/v1/videos', { params: { query }, signal })) : null,
        seesWork ? unwrap(api.GET('/api/v1/questions', { params: { query }, signal })) : null,
        project.has('admin')
          ? unwrap(api.GET('/api/v1/members', { params: { query: { project: project.id, page_size: 200 } }, signal }))
          : null,
      ]);
      const wanted = text.toLowerCase();
      return {
        videos: videos?.results ?? [],
        questions: questions?.results ?? [],
        people: (people?.results ?? [])
          .filter(({ user, ended_at }) => ended_at === null && `${user.name} ${user.email}`.toLowerCase().includes(wanted))
          .slice(0, SHOWN),
      };
    },
  });
