import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { Lane, Playback } from '@/player';
import { FeedbackPanel } from './FeedbackPanel';
import { evidenceLane, stageLanes } from './lanes';
import { QuestionReading } from './QuestionReading';
import { ReasonPanel } from './ReasonPanel';
import type { Question, ReasonedAct } from './queries';
import form from './form/Form.module.css';
import classes from './Workspace.module.css';

const ACTS = [
  { action: 'waive_watching', act: 'watch-waiver' },
  { action: 'reopen', act: 'reopening' },
  { action: 'withdraw', act: 'withdrawal' },
] as const;

interface QuestionClosedProps {
  question: Question;
  playback: Playback;
  onLanes: (lanes: readonly Lane[]) => void;
  onNext: (() => void) | null;
}

/** A question to be read, with what may still be done about it. */
export function QuestionClosed({ question, playback, onLanes, onNext }: QuestionClosedProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<ReasonedAct | null>(null);
  const offered = ACTS.filter(({ action }) => question.actions.includes(action));
  const { revision } = question;
  useEffect(() => {
    onLanes([evidenceLane(revision, t), ...stageLanes(revision, t)]);
    return () => onLanes([]);
  }, [revision, onLanes, t]);
  const hasFeedback = question.state !== 'draft';
  return (
    <>
      <div className={classes.panel}>
        <div className={form.form}>
          <p className={classes.notice}>{t(`workspace.closed.${question.state}`)}</p>
          {hasFeedback && (
            <FeedbackPanel questionId={question.id} isText={question.revision.answer_text !== ''} playback={playback} />
          )}
          {asked !== null && <ReasonPanel questionId={question.id} act={asked} onClose={() => setAsked(null)} />}
        </div>
        <QuestionReading question={question} playback={playback} />
      </div>
      {(offered.length > 0 || onNext !== null) && (
        <div className={form.bar} data-foot>
          {offered.map(({ act }) => (
            <Button key={act} variant="default" onClick={() => setAsked(act)}>
              {t(`act.${act}`)}
            </Button>
          ))}
          {onNext !== null && (
            <Button className={form.push} rightSection={<KeyCaps keys="N" />} onClick={onNext}>
              {t('workspace.next')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
