import { createContext, use, type ReactNode } from 'react';
import { useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/problems';
import { meQuery, projectQuery, type Me, type Role } from './queries';

export interface CurrentProject {
  id: number;
  name: string;
  roles: readonly Role[];
  /** Whether the person has one of these roles here. */
  has: (...roles: Role[]) => boolean;
}

const Context = createContext<CurrentProject | null>(null);

const seenBy = (id: number, name: string, roles: readonly Role[]): CurrentProject => ({
  id,
  name,
  roles,
  has: (...wanted) => wanted.some((role) => roles.includes(role)),
});

/** The project as the person sees it; null when they are no member of it. */
export function findProject(me: Me, id: number): CurrentProject | null {
  const membership = me.memberships.find(({ project }) => project.id === id);
  if (membership === undefined) {
    return null;
  }
  const roles = membership.roles.filter((role) => role !== 'admin');
  const isAdmin = me.is_superuser || membership.roles.includes('admin');
  return seenBy(id, membership.project.name, isAdmin ? [...roles, 'admin'] : roles);
}

/** The same for an address; who runs the server is an admin of projects they are no member of. */
export async function projectFor(queryClient: QueryClient, me: Me, id: number): Promise<CurrentProject> {
  const own = findProject(me, id);
  if (own !== null) {
    return own;
  }
  if (!Number.isSafeInteger(id) || !me.is_superuser) {
    throw new ApiError(404, 'project_not_found', '');
  }
  const project = await queryClient.query({ ...projectQuery(id), staleTime: 'static' });
  return seenBy(project.id, project.name, ['admin']);
}

export function ProjectProvider({ project, children }: { project: CurrentProject; children: ReactNode }) {
  return <Context value={project}>{children}</Context>;
}

/** The current project; only for pages under /projects/$projectId. */
export function useProject(): CurrentProject {
  const project = use(Context);
  if (project === null) {
    throw new Error('useProject needs a page under /projects/$projectId');
  }
  return project;
}

/** The person who is logged in; only for pages behind the login. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  return data;
}

const LAST = 'longemo.project';

export const rememberProject = (id: number): void => {
  localStorage.setItem(LAST, String(id));
};

/** Where the person left off: the project seen last, if they are still in it, else their first one. */
export function homeProject(me: Me): CurrentProject | null {
  const last = Number(localStorage.getItem(LAST) ?? Number.NaN);
  const first = me.memberships[0]?.project.id;
  return findProject(me, last) ?? (first === undefined ? null : findProject(me, first));
}
