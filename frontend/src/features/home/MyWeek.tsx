import { useQuery } from '@tanstack/react-query';
import { Section } from '@/components/Page';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Home.module.css';
import { weekQuery } from './queries';

/** My own numbers since Monday. Nobody else's stand beside them. */
export function MyWeek() {
  const { t, number } = useI18n();
  const project = useProject();
  const works = project.has('annotator', 'reviewer');
  const { data } = useQuery({ ...weekQuery(project.id), enabled: works });
  if (!works || data === undefined) {
    return null;
  }
  const names = [
    ...(project.has('annotator') ? (['begun', 'submitted', 'accepted', 'returned'] as const) : []),
    ...(project.has('reviewer') ? (['verdicts'] as const) : []),
    ...(data.practised > 0 ? (['practised'] as const) : []),
  ];
  const hours = Math.floor((data.seconds / 3600) * 10) / 10;
  return (
    <Section title={t('home.week')} note={t('home.week_note')}>
      <dl className={classes.week}>
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`home.week.${name}`)}</dt>
            <dd>{number(data[name])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('home.week.hours')}</dt>
          <dd>{number(hours)}</dd>
        </div>
      </dl>
    </Section>
  );
}
