import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { meQuery, projectQuery, type Role } from '@/session/queries';

export type Member = Schema<'Member'>;
export type Invitation = Schema<'Invitation'>;
export type ProjectChanges = Schema<'PatchedChangeProjectRequest'>;

const ALL = 200;

export const invitationsQuery = (project: number) =>
  queryOptions({
    queryKey: ['invitations', project],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/invitations', { params: { query: { project, page_size: ALL } }, signal })),
  });

function useMembersChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    // The change may be about the person who makes it.
    await Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), queries.invalidateQueries(meQuery)]);
  };
}

export function useChangeRoles() {
  const changed = useMembersChanged();
  return useMutation({
    mutationFn: ({ id, roles }: { id: number; roles: Role[] }) =>
      unwrap(api.PATCH('/api/v1/members/{id}', { params: { path: { id } }, body: { roles } })),
    onSuccess: changed,
  });
}

export function useRemoveMember() {
  const changed = useMembersChanged();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/members/{id}/removal', { params: { path: { id } } })),
    onSuccess: changed,
  });
}

function useInvitationsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['invitations'] });
}

export function useInvite(project: number) {
  const changed = useInvitationsChanged();
  return useMutation({
    mutationFn: ({ email, roles }: { email: string; roles: Role[] }) =>
      unwrap(api.POST('/api/v1/invitations', { body: { project, email, roles } })),
    onSuccess: changed,
  });
}

export function useRevokeInvitation() {
  const changed = useInvitationsChanged();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/invitations/{id}/revocation', { params: { path: { id } } })),
    onSuccess: changed,
  });
}

export function useChangeProject(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProjectChanges) =>
      unwrap(api.PATCH('/api/v1/projects/{id}', { params: { path: { id } }, body: changes })),
    onSuccess: async (project) => {
      queries.setQueryData(projectQuery(id).queryKey, project);
      await Promise.all([queries.invalidateQueries(meQuery), queries.invalidateQueries({ queryKey: ['projects'] })]);
    },
  });
}
