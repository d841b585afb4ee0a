import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readAgreementSearch,
  readDashboardsSearch,
  readExportSearch,
  readProjectSearch,
  readQuestionsSearch,
  readTrainingSearch,
  readVideosSearch,
} from '../search';
import { projectRoute } from './root';

export const homeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  component: lazyRouteComponent(() => import('@/features/home/HomePage'), 'HomePage'),
});

export const videosRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'videos',
  validateSearch: readVideosSearch,
  component: lazyRouteComponent(() => import('@/features/videos/VideosPage'), 'VideosPage'),
});

export const questionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'questions',
  validateSearch: readQuestionsSearch,
  component: lazyRouteComponent(() => import('@/features/questions/QuestionsPage'), 'QuestionsPage'),
});

export const agreementRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'agreement',
  validateSearch: readAgreementSearch,
  component: lazyRouteComponent(() => import('@/features/agreement/AgreementPage'), 'AgreementPage'),
});

export const trainingRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'training',
  validateSearch: readTrainingSearch,
  component: lazyRouteComponent(() => import('@/features/training/TrainingPage'), 'TrainingPage'),
});

export const dashboardsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'dashboards',
  validateSearch: readDashboardsSearch,
  component: lazyRouteComponent(() => import('@/features/dashboards/DashboardsPage'), 'DashboardsPage'),
});

export const releasesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases',
  validateSearch: readExportSearch,
  component: lazyRouteComponent(() => import('@/features/releases/ReleasesPage'), 'ReleasesPage'),
});

export const exportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'export',
  validateSearch: readExportSearch,
  component: lazyRouteComponent(() => import('@/features/export/ExportPage'), 'ExportPage'),
});

export const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'import',
  component: lazyRouteComponent(() => import('@/features/import/ImportPage'), 'ImportPage'),
});

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import('@/features/project/ProjectPage'), 'ProjectPage'),
});
