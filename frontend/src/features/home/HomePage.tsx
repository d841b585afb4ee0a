import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { PageBody, Section } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Home.module.css';
import { GetReview } from './GetReview';
import { MyVideos } from './MyVideos';
import { MyWeek } from './MyWeek';
import { ProjectNumbers } from './ProjectNumbers';
import { myAssignmentsQuery, myQuestionsQuery, trainingQuery } from './queries';
import { Group } from './Group';
import { leftOf, TrainingLeft } from './TrainingLeft';
import { QuestionWork, ReviewWork } from './WorkRows';

/** What to do next, most urgent first; each row is one click from the work. */
export function HomePage() {
  const { t } = useI18n();
  const project = useProject();
  const writes = project.has('annotator', 'admin');
  const reviews = project.has('reviewer');
  return (
    <>
      <PageHeader title={t('home.title')} />
      <PageBody>
        <Section title={t('home.next')}>
          <div className={classes.groups}>
            <TrainingLeft blocking />
            {writes && <MyQuestions state="returned" title={t('home.returned')} />}
            {reviews && <MyReviews />}
            {writes && <MyQuestions state="draft" title={t('home.drafts')} />}
            {project.has('annotator') && <MyVideos />}
            <TrainingLeft blocking={false} />
            {!reviews && <NothingWaits />}
            <Starts writes={project.has('annotator')} reviews={reviews} />
          </div>
        </Section>
        <MyWeek />
        <ProjectNumbers />
      </PageBody>
    </>
  );
}

function MyQuestions({ state, title }: { state: 'returned' | 'draft'; title: string }) {
  const { tn } = useI18n();
  const project = useProject();
  const query = useQuery(myQuestionsQuery(project.id, state));
  return (
    <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
      {({ results, count }) =>
        results.length > 0 && (
          <Group title={title}>
            {results.map((question) => (
              <QuestionWork key={question.id} question={question} />
            ))}
            {count > results.length && (
              <li>
                <Link
                  className={classes.row}
                  to="/projects/$projectId/questions"
                  params={{ projectId: project.id }}
                  search={{ state, author: 'me' }}
                >
                  <span />
                  <span className={classes.text}>{tn('home.more', count - results.length)}</span>
                </Link>
              </li>
            )}
          </Group>
        )
      }
    </QueryView>
  );
}

function MyReviews() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(myAssignmentsQuery(project.id));
  return (
    <QueryView query={query} skeleton={<TableSkeleton rows={1} />}>
      {({ results }) =>
        results.length > 0 && (
          <Group title={t('home.review_open')}>
            {results.map((assignment) => (
              <ReviewWork key={assignment.id} assignment={assignment} />
            ))}
          </Group>
        )
      }
    </QueryView>
  );
}

interface Does {
  writes: boolean;
  reviews: boolean;
}

/** Said to people who write alone: for a reviewer items may wait that are not told of before one asks. */
function NothingWaits() {
  const { t } = useI18n();
  const project = useProject();
  const returned = useQuery(myQuestionsQuery(project.id, 'returned'));
  const drafts = useQuery(myQuestionsQuery(project.id, 'draft'));
  const training = useQuery(trainingQuery(project.id));
  const known = training.isSuccess && leftOf(training.data).length === 0;
  return known && returned.data?.count === 0 && drafts.data?.count === 0 ? (
    <EmptyState inset icon={IconCircleCheck} title={t('home.all_done')} text={t('home.all_done_text')} />
  ) : null;
}

function Starts({ writes, reviews }: Does) {
  const { t } = useI18n();
  const { id } = useProject();
  const params = { projectId: id };
  return (
    <div className={classes.starts}>
      {reviews && <GetReview />}
      {writes && (
        <div className={classes.start}>
          <Button
            variant={reviews ? 'default' : 'filled'}
            renderRoot={(props) => <Link to="/projects/$projectId/videos" params={params} {...props} />}
          >
            {t('home.begin')}
          </Button>
          {t('home.begin_note')}
        </div>
      )}
    </div>
  );
}
