import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip } from '@/components/Chip';
import { DurationText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { Group } from './Group';
import classes from './Home.module.css';
import { myVideosQuery } from './queries';

/** Videos that I was asked to work on. */
export function MyVideos() {
  const { t, tn } = useI18n();
  const project = useProject();
  const { data } = useQuery(myVideosQuery(project.id));
  if (data === undefined || data.results.length === 0) {
    return null;
  }
  return (
    <Group title={t('home.videos_assigned')}>
      {data.results.map(({ id, title, source_from, duration, coverage }) => (
        <li key={id}>
          <Link
            className={classes.row}
            to="/projects/$projectId/videos/$videoId"
            params={{ projectId: project.id, videoId: id }}
          >
            <span>
              <Chip tone="draft" icon={IconMovie}>
                {t('questions.video')}
              </Chip>
            </span>
            <span className={classes.text}>
              <span className={classes.title}>{title}</span>
              <span className={classes.meta}>
                {source_from} · {tn('home.video_questions', coverage.reduce((sum, { questions }) => sum + questions, 0))}
              </span>
            </span>
            <span className={classes.when}>
              <DurationText seconds={duration} />
            </span>
          </Link>
        </li>
      ))}
    </Group>
  );
}
