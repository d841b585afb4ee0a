import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '@/api/problems';
import { meQuery } from '@/session/queries';
import { homeProject, projectFor, rememberProject } from '@/session/project';
import { NowhereAtAll } from '../RouteStates';
import { Shell } from '../shell/Shell';
import { ProjectFrame } from '../shell/ProjectFrame';

export interface RouterContext {
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NowhereAtAll,
});

/** Everything behind the login: knows who is there, or goes to the login page and comes back afterwards. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    try {
      return { me: await context.queryClient.query({ ...meQuery, staleTime: 'static' }) };
    } catch (error) {
      if (error instanceof ApiError && error.isLoggedOut) {
        throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
      }
      throw error;
    }
  },
  component: Shell,
});

export const indexRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const project = homeProject(context.me);
    throw project === null
      ? redirect({ to: '/projects' })
      : redirect({ to: '/projects/$projectId', params: { projectId: project.id } });
  },
});

/** Everything that belongs to one project. */
export const projectRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/projects/$projectId',
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  beforeLoad: async ({ context, params }) => {
    const project = await projectFor(context.queryClient, context.me, params.projectId);
    rememberProject(project.id);
    return { project };
  },
  component: ProjectFrame,
});
