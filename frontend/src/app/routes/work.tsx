import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readReviewSearch, readWorkspaceSearch } from '../search';
import { projectRoute } from './root';

/** The workspace on a video: player, clips and the questions asked of it. */
export const videoRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'videos/$videoId',
  params: {
    parse: ({ videoId }) => ({ videoId: Number(videoId) }),
    stringify: ({ videoId }) => ({ videoId: String(videoId) }),
  },
  validateSearch: readWorkspaceSearch,
  component: lazyRouteComponent(() => import('@/features/workspace/VideoPage'), 'VideoPage'),
});

/** The workspace on one question. */
export const questionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'questions/$questionId',
  params: {
    parse: ({ questionId }) => ({ questionId: Number(questionId) }),
    stringify: ({ questionId }) => ({ questionId: String(questionId) }),
  },
  validateSearch: readWorkspaceSearch,
  component: lazyRouteComponent(() => import('@/features/workspace/QuestionPage'), 'QuestionPage'),
});

/** The review queue, and the item at hand when the address names one. */
export const reviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'review',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('@/features/review/ReviewPage'), 'ReviewPage'),
});
