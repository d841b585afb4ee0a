import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ErrorLine } from '@/components/ErrorPanel';
import { SureButton } from '@/components/SureButton';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { KeyHint } from './KeyHint';
import { sendRelease, type AssignmentRow } from './queries';
import type { NextItem } from './useNext';
import classes from './Queue.module.css';

const route = getRouteApi('/inside/projects/$projectId/review');

/** The item that I hold: go on with it, or hand it back. */
export function HeldItem({ row, next }: { row: AssignmentRow; next: NextItem }) {
  const { t, dateTime } = useI18n();
  const queries = useQueryClient();
  const { granularity, task } = route.useSearch();
  const release = useMutation({
    mutationFn: () => sendRelease(row.id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['assignments'] }),
  });
  return (
    <div className={classes.held}>
      <Link
        className={classes.heldText}
        to="/projects/$projectId/review"
        params={{ projectId: row.project }}
        search={(before) => ({ ...before, assignment: row.id })}
      >
        <span>{row.question}</span>
        <span className={classes.meta}>
          {row.question_id} · {row.granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={row.task} /> ·{' '}
          {t('review.in_hand_until', { when: dateTime(row.lease_expires_at) })}
        </span>
      </Link>
      <div className={classes.heldButtons}>
        <Button loading={next.asking} onClick={next.ask} aria-keyshortcuts="N" rightSection={<KeyHint keys="N" />}>
          {t('review.go_on')}
        </Button>
        <SureButton
          variant="default"
          loading={release.isPending}
          warning={t('review.hand_back_warning')}
          confirm={t('review.hand_back')}
          onSure={() => release.mutate()}
        >
          {t('review.hand_back')}
        </SureButton>
      </div>
      {(granularity !== undefined || task !== undefined) && <p className={classes.meta}>{t('review.filtered_out')}</p>}
      <ErrorLine error={release.error ?? next.error} />
    </div>
  );
}
