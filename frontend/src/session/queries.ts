import { queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Me = Schema<'Me'>;
export type Role = 'annotator' | 'reviewer' | 'admin';

/** Who is logged in. Fails with an `ApiError` whose `isLoggedOut` is true when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/me', { signal })),
  staleTime: 60_000,
});

export type Project = Schema<'ProjectDetail'>;

/** One project with its settings and guideline. */
export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/projects/{id}', { params: { path: { id } }, signal })),
  });

/** The projects that the person may see. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/projects', { signal })),
});
