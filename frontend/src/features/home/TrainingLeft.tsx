import { IconAlertTriangle, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip } from '@/components/Chip';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { Group } from './Group';
import classes from './Home.module.css';
import { trainingQuery, type Standing } from './queries';

type Step = Standing['roles'][number]['steps_left'][number];

const STEPS: readonly Step[] = ['reading', 'hours', 'practice'];

/** What a project asks for and I have not done; a new version of the guideline is to be read in any case. */
export function leftOf({ roles, pages, pages_read }: Standing): Step[] {
  const open = new Set<Step>(
    roles.filter(({ required, qualified }) => required && !qualified).flatMap(({ steps_left }) => steps_left),
  );
  if (pages_read < pages && roles.some(({ required }) => required)) {
    open.add('reading');
  }
  return STEPS.filter((step) => open.has(step));
}

/** Training left: first of all where live work waits for it, else last. */
export function TrainingLeft({ blocking }: { blocking: boolean }) {
  const { t } = useI18n();
  const project = useProject();
  const { data } = useQuery(trainingQuery(project.id));
  if (data === undefined || data.blocked !== blocking) {
    return null;
  }
  const left = leftOf(data);
  if (left.length === 0) {
    return null;
  }
  return (
    <Group title={t('home.training')}>
      {left.map((step) => (
        <li key={step}>
          <Link
            className={classes.row}
            to="/projects/$projectId/training"
            params={{ projectId: project.id }}
            search={step === 'reading' ? { read: Math.min(data.pages, data.pages_read + 1) } : {}}
          >
            <span>
              <Chip tone={blocking ? 'returned' : 'draft'} icon={blocking ? IconAlertTriangle : IconSchool}>
                {t('nav.training')}
              </Chip>
            </span>
            <span className={classes.text}>
              <span className={classes.title}>{t(`home.training.${step}`)}</span>
              <span className={classes.meta}>
                <Detail step={step} standing={data} />
              </span>
            </span>
            <span className={classes.when}>{blocking && t('home.training_blocked')}</span>
          </Link>
        </li>
      ))}
    </Group>
  );
}

function Detail({ step, standing }: { step: Step; standing: Standing }) {
  const { t, tn, number } = useI18n();
  switch (step) {
    case 'reading':
      return t('training.read_of', { read: standing.pages_read, pages: standing.pages });
    case 'hours':
      return t('training.hours_of', {
        hours: number(Math.floor((standing.seconds / 3600) * 10) / 10),
        required: number(standing.hours_required),
      });
    case 'practice':
      return tn('training.runs_left', standing.runs_left);
  }
}
