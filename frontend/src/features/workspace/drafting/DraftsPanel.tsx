import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { vocabularyQuery } from '@/api/vocabulary';
import { Chip } from '@/components/Chip';
import { ErrorLine } from '@/components/ErrorPanel';
import { TaskText } from '@/components/TaskText';
import { IconAlertTriangle, IconCheck, IconCircleX, IconLoader2, IconRobot } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { findingText } from '../form/Findings';
import type { Clip } from '../queries';
import { draftsQuery, modelChoicesQuery, useActOnDraft, useAskForDraft, type ModelDraft } from './queries';
import classes from '../Side.module.css';

const LOOKS = {
  waiting: { tone: 'review', icon: IconLoader2 },
  ready: { tone: 'draft', icon: IconRobot },
  unsupported: { tone: 'returned', icon: IconAlertTriangle },
  failed: { tone: 'removed', icon: IconCircleX },
  taken: { tone: 'accepted', icon: IconCheck },
  dropped: { tone: 'removed', icon: IconCircleX },
} as const;

/** What a model has drafted about a scene clip, and asking it; says what would be possible where no model is asked. */
export function DraftsPanel({ clip }: { clip: Clip }) {
  const { t } = useI18n();
  const project = useProject();
  const choices = useQuery(modelChoicesQuery(project.id));
  const vocabulary = useQuery(vocabularyQuery);
  const drafts = useQuery(draftsQuery(clip.id));
  const ask = useAskForDraft(clip.id);
  const endpoint = choices.data?.purposes.find(({ purpose }) => purpose === 'drafts')?.endpoint ?? null;
  const tasks = vocabulary.data?.tasks.filter(({ granularity }) => granularity === 'clip') ?? [];
  const shown = (drafts.data?.results ?? []).filter(({ state }) => state !== 'dropped');
  const askAll = async (): Promise<void> => {
    for (const { type } of tasks) {
      await ask.mutateAsync(type).catch(() => undefined);
    }
  };
  if (choices.data === undefined) {
    return null;
  }
  return (
    <section className={classes.section} aria-label={t('drafts.title')}>
      {endpoint === null ? (
        <p className={classes.hint}>{t('drafts.no_model')}</p>
      ) : (
        project.has('annotator') && (
          <div className={classes.buttons}>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" variant="default" loading={ask.isPending}>
                  {t('drafts.ask')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{t('drafts.by', { model: endpoint.name })}</Menu.Label>
                <Menu.Item onClick={() => void askAll()}>{t('drafts.all')}</Menu.Item>
                {tasks.map(({ type }) => (
                  <Menu.Item key={type} onClick={() => ask.mutate(type)}>
                    <TaskText task={type} />
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </div>
        )
      )}
      <ErrorLine error={ask.error ?? drafts.error} />
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((draft) => (
            <DraftRow key={draft.id} draft={draft} clipId={clip.id} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DraftRow({ draft, clipId }: { draft: ModelDraft; clipId: number }) {
  const i18n = useI18n();
  const { t, tn } = i18n;
  const project = useProject();
  const act = useActOnDraft(clipId);
  const look = LOOKS[draft.state];
  const answer = draft.content === null ? '' : [...draft.content.labels.map(({ label }) => label), draft.content.answer_text].filter((one) => one !== '').join(', ');
  return (
    <li className={classes.clip}>
      <div className={classes.line}>
        <b>
          <TaskText task={draft.task} />
        </b>
        <Chip tone={look.tone} icon={look.icon}>
          {t(`drafts.state.${draft.state}`)}
        </Chip>
        {draft.model !== '' && <span className={classes.dim}>{draft.model}</span>}
      </div>
      {draft.content !== null && draft.state === 'ready' && (
        <>
          <span>{draft.content.question_text}</span>
          <span className={classes.dim}>{answer}</span>
        </>
      )}
      {draft.used.length > 0 && (
        <span className={classes.dim}>
          {t('drafts.used', { used: draft.used.map((one) => t(`drafts.used.${one}`)).join(t('candidates.comma')) })}
          {draft.frames > 0 && ` (${tn('count.frames', draft.frames)})`}
        </span>
      )}
      {draft.reason !== '' && <p className={classes.problem}>{draft.reason}</p>}
      {draft.state === 'ready' &&
        [...draft.problems, ...draft.findings.map((one) => findingText(one, i18n))].map((text) => (
          <p key={text} className={classes.problem}>
            {text}
          </p>
        ))}
      <div className={classes.buttons}>
        {draft.state === 'ready' && project.has('annotator') && (
          <Button size="compact-xs" loading={act.isPending} onClick={() => act.mutate({ id: draft.id, act: 'taking' })}>
            {t('drafts.take')}
          </Button>
        )}
        {(draft.state === 'ready' || draft.state === 'failed' || draft.state === 'unsupported') && project.has('annotator') && (
          <Button size="compact-xs" variant="default" onClick={() => act.mutate({ id: draft.id, act: 'removal' })}>
            {t('drafts.drop')}
          </Button>
        )}
        {draft.question !== null && (
          <Link to="/projects/$projectId/questions/$questionId" params={{ projectId: project.id, questionId: draft.question.id }}>
            {draft.question.public_id}
          </Link>
        )}
      </div>
      <ErrorLine error={act.error} />
    </li>
  );
}
