import { getRouteApi } from '@tanstack/react-router';
import { useNext } from './useNext';
import { QueuePage } from './QueuePage';
import { VerdictPage } from './VerdictPage';

const route = getRouteApi('/inside/projects/$projectId/review');

/** The queue; or, when the address names an item, the verdict page of that item. */
export function ReviewPage() {
  const { assignment } = route.useSearch();
  const next = useNext();
  return assignment === undefined ? <QueuePage next={next} /> : <VerdictPage key={assignment} id={assignment} next={next} />;
}
