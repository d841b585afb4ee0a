import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '@/api/problems';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { PageBody, Section } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { BlockSkeleton } from '@/components/Skeletons';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { useProject } from '@/session/project';
import { KeyHint } from './KeyHint';
import { FinishedReviews } from './FinishedReviews';
import { HeldItem } from './HeldItem';
import { NothingLeft } from './NothingLeft';
import { heldQuery } from './queries';
import { QueueFilterBar } from './QueueFilterBar';
import { RanOut } from './RanOut';
import { UndoButton } from './UndoButton';
import type { NextItem } from './useNext';
import type { Undo } from './useUndo';
import classes from './Queue.module.css';

const route = getRouteApi('/inside/projects/$projectId/review');

/** Where reviewing starts: the next item, what is in hand, and what was judged. */
export function QueuePage({ next, undo }: { next: NextItem; undo: Undo }) {
  const { t } = useI18n();
  const project = useProject();
  const held = useQuery(heldQuery(project.id));
  useKeys([
    { keys: ['N'], label: 'keys.verdict.next', group: 'verdict', run: next.ask },
    { keys: ['U'], label: 'keys.verdict.undo', group: 'verdict', enabled: undo.last !== null, run: undo.run },
  ]);
  const inHand = held.data?.results[0];
  return (
    <>
      <PageHeader title={t('review.title')} />
      <PageBody>
        <UndoButton undo={undo} />
        {held.isPending ? (
          <BlockSkeleton lines={2} />
        ) : inHand === undefined ? (
          <GetNext next={next} />
        ) : (
          <Section title={t('review.in_hand')}>
            <HeldItem row={inHand} next={next} />
          </Section>
        )}
        <RanOut projectId={project.id} />
        <FinishedReviews projectId={project.id} />
      </PageBody>
    </>
  );
}

function GetNext({ next }: { next: NextItem }) {
  const { t } = useI18n();
  const { granularity, task } = route.useSearch();
  return (
    <Section title={t('review.next')} note={t('review.note')}>
      <div className={classes.start}>
        <Button loading={next.asking} onClick={next.ask} aria-keyshortcuts="N" rightSection={<KeyHint keys="N" />}>
          {t('review.get_next')}
        </Button>
        <QueueFilterBar />
      </div>
      <NextProblem error={next.error} />
      {next.nothing !== null && next.error === null && !next.asking && (
        <NothingLeft nothing={next.nothing} filtered={granularity !== undefined || task !== undefined} next={next} />
      )}
    </Section>
  );
}

/** Why the last "next item" failed. Holding an item of another project has a way out of its own. */
export function NextProblem({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!(error instanceof ApiError) || error.code !== 'lease_elsewhere') {
    return <ErrorLine error={error} />;
  }
  const { project, assignment } = error.extra;
  return (
    <div role="alert">
      <EmptyState
        inset
        title={t('review.elsewhere')}
        text={t('review.elsewhere_text')}
        action={
          <Button
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/review"
                params={{ projectId: Number(project) }}
                search={{ assignment: Number(assignment) }}
                {...props}
              />
            )}
          >
            {t('review.open_it')}
          </Button>
        }
      />
    </div>
  );
}
