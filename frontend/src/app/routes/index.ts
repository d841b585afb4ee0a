import {
  agreementRoute,
  dashboardsRoute,
  releasesRoute,
  exportRoute,
  homeRoute,
  importRoute,
  questionsRoute,
  settingsRoute,
  trainingRoute,
  videosRoute,
} from './pages';
import { accountRoute, invitationRoute, loginRoute, noticesRoute, projectsRoute } from './people';
import { indexRoute, insideRoute, projectRoute, rootRoute } from './root';
import { questionRoute, reviewRoute, videoRoute } from './work';

export const routeTree = rootRoute.addChildren([
  loginRoute,
  invitationRoute,
  insideRoute.addChildren([
    indexRoute,
    accountRoute,
    noticesRoute,
    projectsRoute,
    projectRoute.addChildren([
      homeRoute,
      videosRoute,
      videoRoute,
      questionsRoute,
      questionRoute,
      reviewRoute,
      agreementRoute,
      trainingRoute,
      dashboardsRoute,
      releasesRoute,
      exportRoute,
      importRoute,
      settingsRoute,
    ]),
  ]),
]);
