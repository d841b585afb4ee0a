import { Link, getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '@/components/EmptyState';
import { PageBody } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { useAhead } from './useAhead';
import { useNext } from './useNext';
import { useUndo } from './useUndo';
import { QueuePage } from './QueuePage';
import { VerdictPage } from './VerdictPage';

const route = getRouteApi('/inside/projects/$projectId/review');

/** The queue; or, when the address names an item, the verdict page of that item. */
export function ReviewPage() {
  const project = useProject();
  return project.has('reviewer') ? <Desk /> : <NoReviewer />;
}

function Desk() {
  const { assignment } = route.useSearch();
  const next = useNext();
  const undo = useUndo();
  const ahead = useAhead(assignment);
  return assignment === undefined ? (
    <QueuePage next={next} undo={undo} />
  ) : (
    <VerdictPage key={assignment} id={assignment} next={next} undo={undo} ahead={ahead} />
  );
}

/** Somebody followed a link here who does not review in this project: why they see nothing, and what to do. */
function NoReviewer() {
  const { t } = useI18n();
  const project = useProject();
  const isAdmin = project.has('admin');
  return (
    <>
      <PageHeader title={t('review.title')} />
      <PageBody>
        <EmptyState
          inset
          icon={IconLock}
          title={t('review.not_reviewer')}
          text={t(isAdmin ? 'review.not_reviewer_admin' : 'review.not_reviewer_text')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to={isAdmin ? '/projects/$projectId/questions' : '/projects/$projectId'} params={{ projectId: project.id }} {...props} />
              )}
            >
              {t(isAdmin ? 'review.to_questions' : 'review.to_home')}
            </Button>
          }
        />
      </PageBody>
    </>
  );
}
