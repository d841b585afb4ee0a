import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { vocabularyQuery } from '@/api/vocabulary';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import type { Lane, Playback } from '@/player';
import { useProject } from '@/session/project';
import { Comments, useOpenComments } from './Comments';
import { Guideline } from './Guideline';
import { ModelPreview, RecordPreview } from './Previews';
import { QuestionClosed } from './QuestionClosed';
import { QuestionEditor } from './QuestionEditor';
import type { Question } from './queries';
import { TrailList } from './TrailList';
import classes from './Workspace.module.css';

interface QuestionSideProps {
  question: Question;
  playback: Playback;
  /** What the form shows in the timeline. */
  onLanes: (lanes: readonly Lane[]) => void;
  onNext: (() => void) | null;
}

type Tab = 'question' | 'comments' | 'record' | 'model' | 'guideline' | 'history';

const TABS: readonly Tab[] = ['question', 'comments', 'record', 'model', 'guideline', 'history'];

/** The right column of a question: the form, how it will look elsewhere, and what happened to it. */
export function QuestionSide({ question, playback, onLanes, onNext }: QuestionSideProps) {
  const { t } = useI18n();
  const project = useProject();
  const vocabulary = useQuery(vocabularyQuery);
  const tabsId = useId();
  const [tab, setTab] = useState<Tab>('question');
  const editable = question.actions.includes('edit');
  const { id } = question;
  const { version } = question.revision;
  const openComments = useOpenComments(id);
  const nameOf = (each: Tab): string => {
    if (each !== 'comments') {
      return t(`workspace.tab.${each}`);
    }
    return openComments === 0 ? t('threads.title') : t('threads.tab_open', { count: openComments });
  };
  return (
    <Tabs id={tabsId} value={tab} onChange={(next) => setTab(next as Tab)} className={classes.tabs}>
      <Tabs.List>
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {nameOf(each)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* Not a Tabs.Panel, which puts what it hides to sleep: the form goes on saving while another tab is looked at. */}
      <div
        id={`${tabsId}-panel-question`}
        className={classes.fill}
        role="tabpanel"
        aria-labelledby={`${tabsId}-tab-question`}
        hidden={tab !== 'question'}
      >
        {editable ? (
          <QueryView query={vocabulary}>
            {(words) => (
              <QuestionEditor
                key={question.revision.number}
                question={question}
                vocabulary={words}
                playback={playback}
                onLanes={onLanes}
                onShow={() => setTab('question')}
              />
            )}
          </QueryView>
        ) : (
          <QuestionClosed question={question} playback={playback} onLanes={onLanes} onNext={onNext} />
        )}
      </div>
      {tab === 'comments' && (
        <Tabs.Panel value="comments" className={classes.panel}>
          <Comments question={question} playback={playback} onShow={() => setTab('question')} />
        </Tabs.Panel>
      )}
      {tab === 'record' && (
        <Tabs.Panel value="record" className={classes.panel}>
          <RecordPreview questionId={id} version={version} />
        </Tabs.Panel>
      )}
      {tab === 'model' && (
        <Tabs.Panel value="model" className={classes.panel}>
          <ModelPreview questionId={id} version={version} />
        </Tabs.Panel>
      )}
      {tab === 'guideline' && (
        <Tabs.Panel value="guideline" className={classes.panel}>
          <Guideline projectId={project.id} granularity={question.granularity} task={question.task} />
        </Tabs.Panel>
      )}
      {tab === 'history' && (
        <Tabs.Panel value="history" className={classes.panel}>
          <TrailList question={question} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
