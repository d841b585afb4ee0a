import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { Player, Timeline, usePlayback, type Cue, type Playback } from '@/player';
import { useProject } from '@/session/project';
import { useWorkTime } from '@/session/useWorkTime';
import { PracticeFeedback } from './PracticeFeedback';
import { PracticeReference } from './PracticeReference';
import { PracticeVerdict } from './PracticeVerdict';
import { practiceItemQuery, type PracticeItem } from './queries';
import classes from './Practice.module.css';

/** One practice item: watch, judge as if it were live, and see at once whether that was right, and why. */
export function PracticePage({ id }: { id: number }) {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(practiceItemQuery(id));
  const item = query.data;
  return (
    <>
      <PageHeader
        title={item === undefined ? t('training.practice') : t('training.item', { number: item.position })}
        note={
          item && (
            <>
              {item.granularity === 'clip' ? 'G1' : 'G2'} · <TaskText task={item.task} />
            </>
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/projects/$projectId/training" params={{ projectId: project.id }} {...props} />
            )}
          >
            {t('training.back')}
          </Button>
        }
      />
      <QueryView query={query}>{(found) => <Desk item={found} />}</QueryView>
    </>
  );
}

function Desk({ item }: { item: PracticeItem }) {
  const { t } = useI18n();
  const project = useProject();
  const playback = usePlayback({ frames: null, segments: null, duration: item.media.duration });
  useWorkTime(project.id, 'practice', () => playback.getState().playing);
  return (
    <div className={classes.body}>
      <div className={classes.media}>
        <Screen item={item} playback={playback} />
      </div>
      <div className={classes.side}>
        <div>
          <h2 className={classes.label}>{t('verdict.field.question')}</h2>
          <p className={classes.question}>{item.as_model_sees.question}</p>
        </div>
        <PracticeReference item={item} playback={playback} />
        {item.feedback === null ? (
          <PracticeVerdict item={item} />
        ) : (
          <PracticeFeedback item={item} feedback={item.feedback} />
        )}
      </div>
    </div>
  );
}

function Screen({ item, playback }: { item: PracticeItem; playback: Playback }) {
  const { t } = useI18n();
  const { media, as_model_sees } = item;
  const cues = useMemo<readonly Cue[]>(() => media.cues.map((cue) => ({ ...cue, speaker: null })), [media.cues]);
  return (
    <>
      <Player
        playback={playback}
        src={media.url}
        label={t('verdict.video', { id: as_model_sees.video_id })}
        cues={cues}
        marking={false}
      />
      {media.duration !== null && (
        <Timeline playback={playback} duration={media.duration} frames={null} cues={cues} lanes={[]} />
      )}
    </>
  );
}
