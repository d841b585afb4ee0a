import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readLoginSearch, readNoticesSearch } from '../search';
import { insideRoute, rootRoute } from './root';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  component: lazyRouteComponent(() => import('@/features/entrance/LoginPage'), 'LoginPage'),
});

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('@/features/entrance/InvitationPage'), 'InvitationPage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('@/features/account/AccountPage'), 'AccountPage'),
});

export const noticesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/notices',
  validateSearch: readNoticesSearch,
  component: lazyRouteComponent(() => import('@/features/notifications/NoticesPage'), 'NoticesPage'),
});

export const projectsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('@/features/projects/ProjectsPage'), 'ProjectsPage'),
});
