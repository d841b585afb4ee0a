import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import { ChangeList } from '@/components/changes/ChangeList';
import { Chip } from '@/components/Chip';
import { QueryView } from '@/components/QueryView';
import { recordFieldName } from '@/components/recordField';
import { StartThread } from '@/components/threads/StartThread';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Playback } from '@/player';
import { formField } from './form/findings';
import { jumpToField } from './form/Findings';
import { PointAnswer } from './PointAnswer';
import { changesQuery, feedbackQuery } from './queries';
import classes from './form/Form.module.css';

interface FeedbackPanelProps {
  questionId: number;
  /** The saved version, to compare with what was judged. */
  version: number;
  /** The question is being revised by the person who looks. */
  revising: boolean;
  isText: boolean;
  /** No further round is to be expected. */
  settled: boolean;
  playback: Playback;
}

/** What the reviewers of the last closed round said, at the field and the time they said it; earlier rounds folded. */
export function FeedbackPanel({ questionId, version, revising, isText, settled, playback }: FeedbackPanelProps) {
  const { t } = useI18n();
  const query = useQuery(feedbackQuery(questionId));
  const [last, ...earlier] = query.data?.rounds ?? [];
  if (last === undefined) {
    return null;
  }
  const round = (each: Schema<'FeedbackRound'>) =>
    each.verdicts.map((verdict) => (
      <div key={verdict.reviewer} className={classes.field}>
        <Said verdict={verdict} isText={isText} playback={playback} />
        {verdict.comment !== '' && (
          <PointAnswer
            questionId={questionId}
            round={each.number}
            reviewer={verdict.reviewer}
            answer={verdict.answer}
            open={revising && each === last && each.outcome !== 'removed'}
          />
        )}
        <Discuss questionId={questionId} settled={settled} point={{ round: each.number, reviewer: verdict.reviewer }} />
      </div>
    ));
  return (
    <section className={classes.panel} data-tone={last.outcome === 'accepted' ? undefined : 'returned'} aria-label={t('feedback.title')}>
      <h2 className={classes.heading}>
        {t('feedback.round', { number: last.number, outcome: t(`feedback.outcome.${last.outcome}`) })}
      </h2>
      {round(last)}
      <Changed questionId={questionId} version={version} />
      {earlier.map((each) => (
        <details key={each.number}>
          <summary>{t('feedback.round', { number: each.number, outcome: t(`feedback.outcome.${each.outcome}`) })}</summary>
          {round(each)}
        </details>
      ))}
    </section>
  );
}

/** Begins a thread about what a reviewer said. */
function Discuss({ questionId, settled, point }: { questionId: number; settled: boolean; point: { round: number; reviewer: number } }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return open ? (
    <StartThread questionId={questionId} settled={settled} point={point} onDone={() => setOpen(false)} />
  ) : (
    <div>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('threads.discuss')}
      </Button>
    </div>
  );
}

/** What the revision in hand changes, folded until it is asked for. */
function Changed({ questionId, version }: { questionId: number; version: number }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...changesQuery(questionId, version), enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('feedback.changed')}</summary>
      {open && <QueryView query={query}>{({ changes }) => <ChangeList changes={changes} />}</QueryView>}
    </details>
  );
}

interface SaidProps {
  verdict: Schema<'FeedbackVerdict'>;
  isText: boolean;
  playback: Playback;
}

function Said({ verdict, isText, playback }: SaidProps) {
  const i18n = useI18n();
  const { t, has, language } = i18n;
  const say = t as (key: string) => string;
  const { reviewer, decision, reasons, comment, comment_field: field, comment_time: time } = verdict;
  const accepted = decision === 'accept';
  const titles = reasons.map(({ code, title }) =>
    language !== 'en' && has(`reason.${code}.title`) ? say(`reason.${code}.title`) : title,
  );
  return (
    <div className={classes.field}>
      <span className={classes.line}>
        <b>{t('feedback.reviewer', { number: reviewer })}</b>
        <Chip tone={accepted ? 'accepted' : 'removed'} icon={accepted ? IconCheck : IconX}>
          {t(accepted ? 'feedback.accepted' : 'feedback.rejected')}
        </Chip>
        {titles.join(' · ')}
      </span>
      {comment !== '' && <p className={classes.quote}>{comment}</p>}
      <span className={classes.line}>
        {field !== '' && (
          <Anchor component="button" type="button" size="xs" onClick={() => jumpToField(formField(field, isText))}>
            {t('feedback.to_field', { field: recordFieldName(i18n, field) })}
          </Anchor>
        )}
        {time !== null && (
          <Button size="compact-xs" variant="default" onClick={() => playback.seek(time)}>
            {t('feedback.to_time', { time: formatSeconds(time) })}
          </Button>
        )}
      </span>
    </div>
  );
}
