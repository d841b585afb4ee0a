import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { guidelineSections } from '@/lib/guidelineSections';
import { projectQuery } from '@/session/queries';
import type { Granularity } from './queries';
import classes from './form/Form.module.css';

interface GuidelineProps {
  projectId: number;
  granularity: Granularity;
  task: string;
}

/** What the task asks for: the project's guideline for it, then what holds for all; all of it where it has no such parts. */
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
        {({ guideline_text, guideline_version }) => {
          const sections = guidelineSections(guideline_text);
          const own = sections.get(`${granularity}: ${task}`);
          const general = own === undefined ? guideline_text : (sections.get('general') ?? '');
          return guideline_text === '' ? (
            <p className={classes.text}>{t('workspace.no_guideline')}</p>
          ) : (
            <>
              {own !== undefined && <p className={classes.text}>{own}</p>}
              {own !== undefined && general !== '' && <h2 className={classes.heading}>{t('workspace.guideline_general')}</h2>}
              {general !== '' && <p className={classes.text}>{general}</p>}
              <p className={classes.note}>{t('workspace.guideline_version', { version: guideline_version })}</p>
            </>
          );
        }}
      </QueryView>
    </div>
  );
}
