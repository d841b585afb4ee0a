import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Facts } from '@/components/Facts';
import { QueryView } from '@/components/QueryView';
import { SidePanel } from '@/components/SidePanel';
import { StateChip } from '@/components/StateChip';
import { TaskText } from '@/components/TaskText';
import { AgoText, DurationText } from '@/components/Times';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { historyQuery, questionQuery } from './queries';
import classes from './QuestionsPage.module.css';

/** A question at a glance, beside the list: what it asks, its answer, and what happened to it. */
export function QuestionPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(questionQuery(id));
  return (
    <SidePanel title={query.data?.public_id ?? t('questions.question')} onClose={onClose}>
      <QueryView query={query}>
        {(question) => (
          <div className={classes.stack}>
            <div>
              <StateChip state={question.state} />
            </div>
            <p className={classes.quote}>
              {question.revision.question_text === '' ? t('questions.no_text') : question.revision.question_text}
            </p>
            <div>
              <Button
                renderRoot={(props) => (
                  <Link
                    to="/projects/$projectId/questions/$questionId"
                    params={{ projectId: project.id, questionId: id }}
                    {...props}
                  />
                )}
              >
                {t('questions.open')}
              </Button>
            </div>
            <Facts
              rows={[
                [t('questions.task'), <TaskText key="task" task={question.task} />],
                [t('questions.granularity'), t(`granularity.${question.granularity}`)],
                [t('questions.answer'), <Answer key="answer" revision={question.revision} />],
                [t('questions.author'), question.author.name],
                [t('questions.revision'), question.revision.number],
                [
                  t('questions.video'),
                  <Anchor
                    key="video"
                    renderRoot={(props) => (
                      <Link
                        to="/projects/$projectId/videos/$videoId"
                        params={{ projectId: project.id, videoId: question.revision.clip.video.id }}
                        {...props}
                      />
                    )}
                  >
                    {question.revision.clip.video.title}
                  </Anchor>,
                ],
                [t('questions.clip'), question.revision.clip.public_id],
                [t('questions.length'), <DurationText key="length" seconds={question.revision.clip.duration} />],
              ]}
            />
            <History id={id} />
          </div>
        )}
      </QueryView>
    </SidePanel>
  );
}

interface AnswerProps {
  revision: { answer_text: string; labels: readonly { side: string; label: string }[] };
}

function Answer({ revision }: AnswerProps) {
  const { t } = useI18n();
  const on = (side: string): string =>
    revision.labels
      .filter((row) => row.side === side)
      .map(({ label }) => label)
      .join(', ');
  const [before, after, plain] = [on('before'), on('after'), on('')];
  if (before !== '' || after !== '') {
    return `${before === '' ? '–' : before} → ${after === '' ? '–' : after}`;
  }
  const text = plain === '' ? revision.answer_text : plain;
  return text === '' ? <span className={classes.dim}>{t('questions.no_answer')}</span> : text;
}

function History({ id }: { id: number }) {
  const i18n = useI18n();
  const { t } = i18n;
  const query = useQuery(historyQuery(id));
  return (
    <section>
      <h3 className={classes.heading}>{t('questions.history')}</h3>
      <QueryView query={query}>
        {({ results }) => (
          <ul className={classes.history}>
            {results.map((row) => (
              <li key={row.id}>
                <span>{translated(i18n, `event.${row.event}`, row.event)}</span>
                <span className={classes.dim}>
                  {row.actor?.name ?? t('questions.by_rules')} · <AgoText at={row.at} />
                </span>
                {row.reason !== '' && <p className={classes.reason}>{row.reason}</p>}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
