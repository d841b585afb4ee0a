import { Button, Radio, Select } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { vocabularyQuery } from '@/api/vocabulary';
import { ErrorLine } from '@/components/ErrorPanel';
import { QueryView } from '@/components/QueryView';
import { StateChip } from '@/components/StateChip';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { useCreateQuestion, type Clip, type QuestionRow } from './queries';
import classes from './Side.module.css';

interface QuestionsTabProps {
  questions: UseQueryResult<{ results: QuestionRow[] }>;
  clips: readonly Clip[];
  clipId: number | null;
  onClip: (id: number | null) => void;
}

/** The questions about this video, and beginning a new one. */
export function QuestionsTab({ questions, clips, clipId, onClip }: QuestionsTabProps) {
  const { t } = useI18n();
  const project = useProject();
  return (
    <div className={classes.stack}>
      {project.has('annotator') && <NewQuestion clips={clips} clipId={clipId} onClip={onClip} />}
      <section className={classes.section} aria-label={t('workspace.questions')}>
        <h2 className={classes.heading}>{t('workspace.questions')}</h2>
        <QueryView query={questions}>
          {({ results }) =>
            results.length === 0 ? (
              <p className={classes.hint}>{t('workspace.no_questions')}</p>
            ) : (
              <ul className={classes.list}>
                {results.map((row) => (
                  <li key={row.id}>
                    <Link
                      className={classes.question}
                      to="/projects/$projectId/questions/$questionId"
                      params={{ projectId: project.id, questionId: row.id }}
                    >
                      <span className={classes.line}>
                        <b>{row.public_id}</b>
                        <StateChip state={row.state} />
                        <span className={classes.dim}>
                          <TaskText task={row.task} /> · {row.clip.public_id}
                        </span>
                      </span>
                      <span className={row.question_text === '' ? classes.dim : undefined}>
                        {row.question_text === '' ? t('questions.no_text') : row.question_text}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </div>
  );
}

function NewQuestion({ clips, clipId, onClip }: Omit<QuestionsTabProps, 'questions'>) {
  const { t } = useI18n();
  const project = useProject();
  const navigate = useNavigate();
  const vocabulary = useQuery(vocabularyQuery);
  const create = useCreateQuestion();
  const [chosen, setChosen] = useState<string | null>(null);
  const usable = clips.filter(({ state }) => state === 'ready' || state === 'cutting');
  const clip = usable.find(({ id }) => id === clipId) ?? null;
  const tasks = (vocabulary.data?.tasks ?? []).filter(({ granularity }) => granularity === clip?.granularity);
  const task = tasks.find(({ type }) => type === chosen)?.type ?? null;
  const begin = (): void => {
    if (clip !== null && task !== null) {
      create.mutate(
        { clip: clip.id, task },
        {
          onSuccess: ({ id }) =>
            void navigate({
              to: '/projects/$projectId/questions/$questionId',
              params: { projectId: project.id, questionId: id },
            }),
        },
      );
    }
  };
  if (usable.length === 0) {
    return <p className={classes.hint}>{t('workspace.first_a_clip')}</p>;
  }
  return (
    <section className={classes.section} aria-label={t('workspace.new_question')}>
      <h2 className={classes.heading}>{t('workspace.new_question')}</h2>
      <Select
        label={t('questions.clip')}
        placeholder={t('workspace.choose_clip')}
        data={usable.map(({ id, public_id, granularity }) => ({
          value: String(id),
          label: `${public_id} · ${t(`granularity.${granularity}`)}`,
        }))}
        value={clip === null ? null : String(clip.id)}
        onChange={(value) => onClip(value === null ? null : Number(value))}
      />
      {clip !== null && (
        <Radio.Group label={t('questions.task')} value={task} onChange={setChosen}>
          <div className={classes.tasks}>
            {tasks.map(({ type }) => (
              <Radio
                key={type}
                value={type}
                label={<TaskText task={type} />}
                description={t(`workspace.about.${clip.granularity}.${type}` as 'workspace.about.clip.emotion cause')}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={classes.buttons}>
        <Button disabled={clip === null || task === null} loading={create.isPending} onClick={begin}>
          {t('workspace.begin')}
        </Button>
      </div>
      <ErrorLine error={create.error} />
    </section>
  );
}
