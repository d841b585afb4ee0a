import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';

/** Tasks, labels, modalities, rubrics and domains: what forms and filters choose from. The same for everybody. */
export const vocabularyQuery = queryOptions({
  queryKey: ['vocabulary'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/vocabulary', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
