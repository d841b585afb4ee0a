import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';

const ALL = 200;

/** Everybody in a project, with their roles; for admins. */
export const membersQuery = (project: number) =>
  queryOptions({
    queryKey: ['members', project],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/members', { params: { query: { project, page_size: ALL } }, signal })),
  });
