import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { Lane, Playback } from '@/player';
import { useMe, useProject } from '@/session/project';
import { isSettled } from './Comments';
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
  const me = useMe();
  const project = useProject();
  const [asked, setAsked] = useState<ReasonedAct | null>(null);
  const offered = ACTS.filter(({ action }) => question.actions.includes(action));
  const { revision } = question;
  // What the author does next once this one is out of their hands.
  const goesOn = question.state === 'in_review' && question.author.id === me.id && project.has('annotator');
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
            <FeedbackPanel questionId={question.id} version={question.revision.version} revising={false} isText={question.revision.answer_text !== ''} settled={isSettled(question.state)} playback={playback} />
          )}
          {asked !== null && <ReasonPanel questionId={question.id} act={asked} onClose={() => setAsked(null)} />}
        </div>
        <QuestionReading question={question} playback={playback} />
      </div>
      {(offered.length > 0 || onNext !== null || goesOn) && (
        <div className={form.bar}>
          {offered.map(({ act }) => (
            <Button key={act} variant="default" onClick={() => setAsked(act)}>
              {t(`act.${act}`)}
            </Button>
          ))}
          <span className={form.push} />
          {goesOn && (
            <Button
              variant={onNext === null ? 'filled' : 'default'}
              renderRoot={(props) => (
                <Link
                  to="/projects/$projectId/videos/$videoId"
                  params={{ projectId: project.id, videoId: revision.clip.video.id }}
                  search={{ clip: revision.clip.id, tab: 'questions' }}
                  {...props}
                />
              )}
            >
              {t('workspace.another')}
            </Button>
          )}
          {onNext !== null && (
            <Button rightSection={<KeyCaps keys="N" />} onClick={onNext}>
              {t('workspace.next')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
