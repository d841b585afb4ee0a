import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import type { Assignment } from './queries';
import classes from './Verdict.module.css';

/** One line: which item this is, and the way back. */
export function ItemHeader({ assignment }: { assignment: Assignment }) {
  const { t } = useI18n();
  const { question_id, granularity, task, round_number, author, project } = assignment;
  const title = t('verdict.title', { id: question_id });
  useEffect(() => {
    document.title = `${title} · LongEmo Studio`;
  }, [title]);
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      <span className={classes.facts}>
        {granularity === 'clip' ? 'G1' : 'G2'} · <TaskText task={task} /> · {t('verdict.round', { number: round_number })}
        {author !== null && ` · ${t('verdict.by', { name: author.name })}`}
      </span>
      <Anchor
        className={classes.back}
        renderRoot={(props) => (
          <Link
            to="/projects/$projectId/review"
            params={{ projectId: project }}
            search={(before) => ({ ...before, assignment: undefined, t: undefined })}
            {...props}
          />
        )}
      >
        <IconArrowLeft size={16} aria-hidden />
        {t('verdict.to_queue')}
      </Anchor>
    </header>
  );
}
