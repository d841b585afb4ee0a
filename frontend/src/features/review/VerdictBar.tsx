import { Button } from '@mantine/core';
import { IconCheck, IconClockX, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { KeyHint } from './KeyHint';
import { NextProblem } from './QueuePage';
import { askNext, itemKey } from './queries';
import { LiveBar } from './LiveBar';
import { PLACES, type Desk } from './useDesk';
import type { NextItem } from './useNext';
import classes from './Bar.module.css';

const route = getRouteApi('/inside/projects/$projectId/review');

/** Always in sight: how the item stands, and what can be done now. */
export function VerdictBar({ desk, next }: { desk: Desk; next: NextItem }) {
  const { t } = useI18n();
  return (
    <section id={PLACES.bar} className={classes.bar} aria-label={t('verdict.bar')} tabIndex={-1}>
      <Standing desk={desk} next={next} />
    </section>
  );
}

function Standing({ desk, next }: { desk: Desk; next: NextItem }) {
  const { t } = useI18n();
  switch (desk.standing) {
    case 'live':
      return <LiveBar desk={desk} />;
    case 'given':
      return <Given desk={desk} next={next} />;
    case 'released':
      return (
        <Ended text={t('verdict.released')} error={next.error}>
          <NextButton next={next} />
        </Ended>
      );
    case 'elsewhere':
      return (
        <Ended text={t('verdict.moved_on')}>
          <Button onClick={desk.reload}>{t('verdict.see_how')}</Button>
        </Ended>
      );
    case 'over':
      return <Over desk={desk} />;
  }
}

interface EndedProps {
  icon?: ReactNode;
  text: ReactNode;
  note?: ReactNode;
  error?: unknown;
  children: ReactNode;
}

function Ended({ icon, text, note, error, children }: EndedProps) {
  return (
    <>
      <div className={classes.ended} role="status">
        {icon}
        <span>
          <b>{text}</b>
          {note !== undefined && <span className={classes.dim}> {note}</span>}
        </span>
      </div>
      <div className={classes.actions}>{children}</div>
      {error !== undefined && error !== null && (
        <div className={classes.full}>
          <NextProblem error={error} />
        </div>
      )}
    </>
  );
}

function NextButton({ next }: { next: NextItem }) {
  const { t } = useI18n();
  return (
    <Button loading={next.asking} onClick={next.ask} aria-keyshortcuts="N" rightSection={<KeyHint keys="N" />}>
      {t('review.next')}
    </Button>
  );
}

function Given({ desk: { assignment }, next }: { desk: Desk; next: NextItem }) {
  const { t, dateTime, percent } = useI18n();
  const { verdict } = assignment;
  const accepted = verdict?.decision === 'accept';
  return (
    <Ended
      icon={
        <span className={accepted ? classes.good : classes.bad} aria-hidden>
          {accepted ? <IconCheck size={18} /> : <IconX size={18} />}
        </span>
      }
      text={`${t(accepted ? 'verdict.given_accept' : 'verdict.given_reject')}.`}
      note={
        verdict !== null && (
          <>
            {t('verdict.given_note')}{' '}
            {t('verdict.given_at', { when: dateTime(verdict.created_at), share: percent(verdict.watched_share) })}.
          </>
        )
      }
      error={next.error}
    >
      <NextButton next={next} />
    </Ended>
  );
}

/** The hold is over: the same item again where it is free, said plainly where it is not. */
function Over({ desk: { assignment } }: { desk: Desk }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { id, project, granularity, task } = assignment;
  const takeUp = useMutation({
    mutationFn: () => askNext(project, { granularity, task }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['assignments', project] });
      if (answer.kind === 'item') {
        queries.setQueryData(itemKey(answer.item.assignment.id), answer.item);
      }
    },
  });
  const { data } = takeUp;
  const other = data?.kind === 'item' && data.item.assignment.id !== id ? data.item.assignment : null;
  const text =
    data?.kind === 'nothing'
      ? t('verdict.taken_none')
      : other === null
        ? t('verdict.over')
        : t('verdict.taken_other', { id: other.question_id });
  return (
    <>
      <div className={classes.ended} role="alert">
        <IconClockX size={18} aria-hidden className={classes.warn} />
        <b>{text}</b>
      </div>
      <div className={classes.actions}>
        {other === null ? (
          <Button loading={takeUp.isPending} onClick={() => takeUp.mutate()}>
            {t('verdict.take_up')}
          </Button>
        ) : (
          <Button onClick={() => void navigate({ search: (before) => ({ ...before, t: undefined, assignment: other.id }) })}>
            {t('review.open_it')}
          </Button>
        )}
      </div>
      {takeUp.error !== null && (
        <div className={classes.full}>
          <ErrorLine error={takeUp.error} />
        </div>
      )}
    </>
  );
}
