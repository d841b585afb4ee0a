import { agreementRoute, exportRoute, homeRoute, questionsRoute, settingsRoute, videosRoute } from './pages';
import { accountRoute, invitationRoute, loginRoute, projectsRoute } from './people';
import { indexRoute, insideRoute, projectRoute, rootRoute } from './root';
import { questionRoute, reviewRoute, videoRoute } from './work';

export const routeTree = rootRoute.addChildren([
  loginRoute,
  invitationRoute,
  insideRoute.addChildren([
    indexRoute,
    accountRoute,
    projectsRoute,
    projectRoute.addChildren([
      homeRoute,
      videosRoute,
      videoRoute,
      questionsRoute,
      questionRoute,
      reviewRoute,
      agreementRoute,
      exportRoute,
      settingsRoute,
    ]),
  ]),
]);
