import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@/api/client';
import { EmptyState } from '@/components/EmptyState';
import { ErrorPanel } from '@/components/ErrorPanel';
import { Facts } from '@/components/Facts';
import { Section } from '@/components/Page';
import { StateChip } from '@/components/StateChip';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Home.module.css';
import { summaryQuery, type QuestionRow } from './queries';

const STATES = ['draft', 'in_review', 'returned', 'accepted', 'removed'] as const;

type Counts = Schema<'QuestionCounts'>;

/** How far the project is: questions by task and state, videos and clips. */
export function ProjectNumbers() {
  const { t, tn, number } = useI18n();
  const project = useProject();
  const query = useQuery({ ...summaryQuery(project.id), enabled: project.has('admin') });
  if (!project.has('admin')) {
    return null;
  }
  if (query.data === undefined) {
    return query.error === null ? null : <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { questions, by_task, videos, clips } = query.data;
  if (videos.total === 0) {
    return (
      <EmptyState inset
        icon={IconMovie}
        title={t('home.first_video')}
        text={t('home.first_video_text')}
        action={
          <Button
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/videos"
                params={{ projectId: project.id }}
                search={{ add: 'video' }}
                {...props}
              />
            )}
          >
            {t('videos.add')}
          </Button>
        }
      />
    );
  }
  const wanted = by_task.some(({ target }) => target !== null);
  const attention = [
    videos.rejected > 0 ? tn('home.videos_rejected', videos.rejected) : null,
    clips.failed > 0 ? tn('home.clips_failed', clips.failed) : null,
  ].filter((line) => line !== null);
  const accepted = t('home.project_accepted', {
    accepted: number(questions.accepted),
    total: number(questions.total - questions.withdrawn),
  });
  return (
    <Section title={t('home.project')} note={accepted}>
      <div className={classes.scroller}>
        <table className={classes.numbers} aria-label={t('home.by_task')}>
          <thead>
            <tr>
              <th scope="col">{t('home.by_task')}</th>
              {STATES.map((state) => (
                <th key={state} scope="col">
                  <StateChip state={state} />
                </th>
              ))}
              {wanted && <th scope="col">{t('home.target')}</th>}
            </tr>
          </thead>
          <tbody>
            {by_task.map(({ granularity, task, by_state, target }) => (
              <tr key={granularity + task}>
                <th scope="row">
                  <Link
                    to="/projects/$projectId/questions"
                    params={{ projectId: project.id }}
                    // The summary counts by the same tasks that the list filters by.
                    search={{ granularity, task: task as QuestionRow['task'] }}
                  >
                    {granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={task} />
                  </Link>
                </th>
                <Cells counts={by_state} />
                {wanted && <td>{target === null ? '' : <Reached accepted={by_state.accepted} target={target} />}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('home.total')}</th>
              <Cells counts={questions} />
              {wanted && (
                <td>
                  <Reached
                    accepted={by_task.reduce((sum, { target, by_state }) => sum + Math.min(by_state.accepted, target ?? 0), 0)}
                    target={by_task.reduce((sum, { target }) => sum + (target ?? 0), 0)}
                  />
                </td>
              )}
            </tr>
          </tfoot>
        </table>
      </div>
      <Facts
        rows={[
          [t('home.videos_ready'), `${number(videos.ready)} / ${number(videos.total - videos.retired)}`],
          [t('home.clips_ready'), `${number(clips.ready)} / ${number(clips.total)}`],
          [t('home.attention'), attention.join(' · ')],
        ]}
      />
    </Section>
  );
}

function Cells({ counts }: { counts: Counts }) {
  const { number } = useI18n();
  return STATES.map((state) => (
    <td key={state} className={counts[state] === 0 ? classes.zero : undefined}>
      {number(counts[state])}
    </td>
  ));
}

/** How far a task is: accepted of wanted, as a number and a bar. */
function Reached({ accepted, target }: { accepted: number; target: number }) {
  const { number } = useI18n();
  return (
    <span className={classes.reached}>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${Math.min(100, (accepted / target) * 100)}%` }} />
      </span>
      {number(accepted)} / {number(target)}
    </span>
  );
}
