import { Button } from '@mantine/core';
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { QualifiedChip } from './QualifiedChip';
import { runsQuery, standingQuery, useStartRun, type RoleStanding, type Run, type Standing } from './queries';
import classes from './Training.module.css';

const route = getRouteApi('/inside/projects/$projectId/training');

/** What one still has to do, in the order in which it is done. */
export function Mine() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(standingQuery(project.id));
  return (
    <QueryView query={query}>
      {(standing) => (
        <>
          {standing.roles.length > 0 && (
            <Section title={t('training.standing')}>
              <ul className={classes.roles}>
                {standing.roles.map((role) => (
                  <Role key={role.role} role={role} />
                ))}
              </ul>
            </Section>
          )}
          <Section title={t('training.steps')}>
            <Steps standing={standing} />
          </Section>
          <Runs />
        </>
      )}
    </QueryView>
  );
}

function Role({ role }: { role: RoleStanding }) {
  const { t, date } = useI18n();
  const { event, at, by, reason } = role;
  return (
    <li className={classes.role}>
      <span className={classes.roleName}>{t(`role.${role.role}`)}</span>
      <QualifiedChip role={role} />
      {event !== null && at !== null && (
        <span className={classes.dim}>
          {by === null
            ? t('training.by_rules', { date: date(at) })
            : t('training.by_person', { date: date(at), name: by.name, reason })}
        </span>
      )}
    </li>
  );
}

function Steps({ standing }: { standing: Standing }) {
  const { t, tn, number, percent } = useI18n();
  const { pages, pages_read, seconds, hours_required, best_score, runs_left, items_available } = standing;
  const thresholds = standing.roles.map(({ threshold }) => threshold);
  const needed = thresholds.length === 0 ? 0 : Math.max(...thresholds);
  const left = new Set(standing.roles.flatMap(({ steps_left }) => steps_left));
  const hours = Math.floor((seconds / 3600) * 10) / 10;
  return (
    <ol className={classes.steps}>
      <Step
        done={pages_read >= pages}
        title={t('training.read')}
        text={pages === 0 ? t('training.no_guideline') : t('training.read_of', { read: pages_read, pages })}
        action={pages > 0 && <ReadButton first={pages_read < pages} />}
      />
      <Step
        done={!left.has('hours')}
        title={t('training.hours')}
        text={t('training.hours_of', { hours: number(hours), required: number(hours_required) })}
      />
      <Step
        done={!left.has('practice')}
        title={t('training.practice')}
        text={[
          best_score === null
            ? t('training.practice_none', { needed: percent(needed) })
            : t('training.practice_best', { best: percent(best_score), needed: percent(needed) }),
          tn('training.runs_left', runs_left),
        ].join(' · ')}
        action={items_available > 0 && <PracticeButton standing={standing} />}
      />
    </ol>
  );
}

function Step({ done, title, text, action }: { done: boolean; title: string; text: string; action?: ReactNode }) {
  const { t } = useI18n();
  return (
    <li className={classes.step}>
      <span className={`${classes.stepIcon ?? ''} ${(done ? classes.done : classes.open) ?? ''}`}>
        {done ? <IconCheck size={18} aria-label={t('training.done')} /> : <IconCircle size={16} aria-label={t('training.open')} />}
      </span>
      <span>
        <span className={classes.stepTitle}>{title}</span>
        <span className={classes.stepText}>{text}</span>
      </span>
      <span>{action}</span>
    </li>
  );
}

function ReadButton({ first }: { first: boolean }) {
  const { t } = useI18n();
  const { id } = useProject();
  return (
    <Button
      variant={first ? 'filled' : 'default'}
      renderRoot={(props) => (
        <Link to="/projects/$projectId/training" params={{ projectId: id }} search={{ read: 1 }} {...props} />
      )}
    >
      {t(first ? 'training.read_on' : 'training.read_again')}
    </Button>
  );
}

function PracticeButton({ standing }: { standing: Standing }) {
  const { t } = useI18n();
  const project = useProject();
  const navigate = route.useNavigate();
  const start = useStartRun(project.id);
  const unfinished = standing.runs.some(({ finished_at }) => finished_at === null);
  const begin = (): void =>
    start.mutate(undefined, {
      onSuccess: (run) => {
        const next = run.items.find(({ decision }) => decision === null) ?? run.items[0];
        if (next !== undefined) {
          void navigate({ search: { item: next.id } });
        }
      },
    });
  if (!unfinished && standing.runs_left === 0) {
    return <span className={classes.dim}>{t('training.ask_for_runs')}</span>;
  }
  return (
    <>
      <Button loading={start.isPending} onClick={begin}>
        {t(unfinished ? 'training.practice_on' : 'training.practice_begin')}
      </Button>
      <ErrorLine error={start.error} />
    </>
  );
}

function Runs() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(runsQuery(project.id));
  return (
    <QueryView query={query}>
      {({ runs }) =>
        runs.length > 0 && (
          <Section title={t('training.runs')} note={t('training.runs_note')}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </Section>
        )
      }
    </QueryView>
  );
}

function RunRow({ run }: { run: Run }) {
  const { t, date } = useI18n();
  const { id } = useProject();
  const answered = run.items.filter(({ decision }) => decision !== null).length;
  return (
    <div>
      <span className={classes.number}>
        {t('training.run', { number: run.number, date: date(run.started_at) })}{' '}
        <span className={classes.dim}>
          {run.right === null
            ? t('training.run_open', { answered, length: run.items.length })
            : t('training.run_done', { right: run.right, length: run.items.length })}
        </span>
      </span>
      <ol className={classes.items}>
        {run.items.map((item) => (
          <li key={item.id}>
            <Link
              className={classes.place}
              to="/projects/$projectId/training"
              params={{ projectId: id }}
              search={{ item: item.id }}
            >
              <Outcome right={item.right} />
              {item.position} · <TaskText task={item.task} />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Outcome({ right }: { right: boolean | null }) {
  const { t } = useI18n();
  if (right === null) {
    return <IconCircle size={13} aria-label={t('training.open')} />;
  }
  return right ? (
    <IconCheck size={14} className={classes.right} aria-label={t('training.right')} />
  ) : (
    <IconX size={14} className={classes.wrong} aria-label={t('training.wrong')} />
  );
}
