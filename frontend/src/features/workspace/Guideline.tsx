import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { projectQuery } from '@/session/queries';
import type { Granularity } from './queries';
import classes from './form/Form.module.css';

interface GuidelineProps {
  projectId: number;
  granularity: Granularity;
  task: string;
}

/** What the task asks for, and the guideline of the project. */
export function Guideline({ projectId, granularity, task }: GuidelineProps) {
  const { t, has } = useI18n();
  const query = useQuery(projectQuery(projectId));
  const say = t as (key: string) => string;
  const about = `workspace.about.${granularity}.${task}`;
  return (
    <div className={classes.form}>
      <h2 className={classes.heading}>
        <TaskText task={task} />
      </h2>
      {has(about) && <p className={classes.text}>{say(about)}</p>}
      <QueryView query={query}>
        {(project) => (
          <p className={classes.text}>
            {project.guideline_text === '' ? t('workspace.no_guideline') : project.guideline_text}
          </p>
        )}
      </QueryView>
    </div>
  );
}
