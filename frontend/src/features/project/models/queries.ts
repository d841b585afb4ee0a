import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Choices = Schema<'ModelChoices'>;
export type Endpoint = Schema<'Endpoint'>;
export type NewEndpoint = Schema<'CreateEndpointRequest'>;

const MOST = 200;

export const choicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['model-choices', projectId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/projects/{id}/model-choices', { params: { path: { id: projectId } }, signal })),
  });

export const modelUseQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['model-use', projectId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/projects/{id}/model-use', { params: { path: { id: projectId } }, signal })),
  });

export const endpointsQuery = queryOptions({
  queryKey: ['model-endpoints'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/api/v1/model-endpoints', { params: { query: { page_size: MOST } }, signal })),
});

export function useChoose(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'ChooseEndpointRequest'>) =>
      unwrap(api.PUT('/api/v1/projects/{id}/model-choices', { params: { path: { id: projectId } }, body })),
    onSuccess: (choices) => queries.setQueryData(choicesQuery(projectId).queryKey, choices),
  });
}

export function useSetBudget(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (limit: number) =>
      unwrap(
        api.PUT('/api/v1/projects/{id}/model-budget', {
          params: { path: { id: projectId } },
          body: { limit },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['model-use', projectId] }),
  });
}

function useEndpointsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['model-endpoints'] }),
      queries.invalidateQueries({ queryKey: ['model-choices'] }),
    ]);
  };
}

export function useCreateEndpoint() {
  const changed = useEndpointsChanged();
  return useMutation({
    mutationFn: (body: NewEndpoint) => unwrap(api.POST('/api/v1/model-endpoints', { body })),
    onSuccess: changed,
  });
}

export function useRetireEndpoint() {
  const changed = useEndpointsChanged();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/v1/model-endpoints/{endpoint_id}/retirement', { params: { path: { endpoint_id: id } } })),
    onSuccess: changed,
  });
}

export function useTryEndpoint() {
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/v1/model-endpoints/{endpoint_id}/trial', { params: { path: { endpoint_id: id } } })),
  });
}
