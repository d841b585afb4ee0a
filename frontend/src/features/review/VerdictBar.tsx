import { Button } from '@mantine/core';
import { IconCheck, IconClockX, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '@/api/problems';
import { useI18n } from '@/i18n/I18n';
import { KeyHint } from './KeyHint';
import { NextProblem } from './QueuePage';
import { itemKey, sendTakeUp } from './queries';
import { LiveBar } from './LiveBar';
import { PLACES, type Desk } from './useDesk';
import { UndoButton } from './UndoButton';
import type { NextItem } from './useNext';
import type { Undo } from './useUndo';
import classes from './Bar.module.css';

interface VerdictBarProps {
  desk: Desk;
  next: NextItem;
  undo: Undo;
}

/** Always in sight: how the item stands, and what can be done now. */
export function VerdictBar({ desk, next, undo }: VerdictBarProps) {
  const { t } = useI18n();
  return (
    <section id={PLACES.bar} className={classes.bar} aria-label={t('verdict.bar')} tabIndex={-1}>
      <Standing desk={desk} next={next} undo={undo} />
    </section>
  );
}

function Standing({ desk, next, undo }: VerdictBarProps) {
  const { t } = useI18n();
  switch (desk.standing) {
    case 'live':
      return <LiveBar desk={desk} undo={undo} />;
    case 'given':
      return <Given desk={desk} next={next} undo={undo} />;
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
      return <Over desk={desk} next={next} />;
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

function Given({ desk: { assignment }, next, undo }: VerdictBarProps) {
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
            {undo.last?.id !== assignment.id && `${t('verdict.given_note')} `}
            {t('verdict.given_at', { when: dateTime(verdict.created_at), share: percent(verdict.watched_share) })}.
          </>
        )
      }
      error={next.error}
    >
      <UndoButton undo={undo} />
      <NextButton next={next} />
    </Ended>
  );
}

/** The hold is over: the same item again where it is free, said plainly where it is not. */
function Over({ desk: { assignment }, next }: { desk: Desk; next: NextItem }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const { id, project } = assignment;
  const takeUp = useMutation({
    mutationFn: () => sendTakeUp(id),
    onSuccess: (item) => {
      queries.setQueryData(itemKey(id), item);
      void queries.invalidateQueries({ queryKey: ['assignments', project] });
    },
  });
  const { error } = takeUp;
  const taken = error instanceof ApiError && error.code === 'not_free';
  return (
    <>
      <div className={classes.ended} role="alert">
        <IconClockX size={18} aria-hidden className={classes.warn} />
        <b>{t(taken ? 'verdict.taken_none' : 'verdict.over')}</b>
      </div>
      <div className={classes.actions}>
        {taken ? (
          <NextButton next={next} />
        ) : (
          <Button loading={takeUp.isPending} onClick={() => takeUp.mutate()}>
            {t('verdict.take_up')}
          </Button>
        )}
      </div>
      {error !== null && !taken && (
        <div className={classes.full}>
          <NextProblem error={error} />
        </div>
      )}
    </>
  );
}
