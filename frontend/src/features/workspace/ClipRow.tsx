import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '@/components/Chip';
import { ErrorLine } from '@/components/ErrorPanel';
import { IconCheck, IconCircleX, IconFileOff, IconLoader2 } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import { isActive, recentJobsQuery } from '@/jobs/queries';
import { formatSeconds } from '@/lib/time';
import { lengthOf } from '@/player';
import { useProject } from '@/session/project';
import { DraftsPanel } from './drafting/DraftsPanel';
import { useCutAgain, type Clip } from './queries';
import classes from './Side.module.css';

const LOOKS = {
  ready: { tone: 'accepted', icon: IconCheck },
  cutting: { tone: 'review', icon: IconLoader2 },
  failed: { tone: 'removed', icon: IconCircleX },
  awaiting: { tone: 'draft', icon: IconFileOff },
} as const;

export function ClipStateChip({ state }: { state: Clip['state'] }) {
  const { t } = useI18n();
  return (
    <Chip tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
      {t(`clip.state.${state}`)}
    </Chip>
  );
}

interface ClipRowProps {
  clip: Clip;
  selected: boolean;
  onPick: () => void;
  onPlay: () => void;
  onReuse: () => void;
  onAsk: () => void;
}

/** One clip of the video; the one in hand opens and shows what can be done with it. */
export function ClipRow({ clip, selected, onPick, onPlay, onReuse, onAsk }: ClipRowProps) {
  const { t, tn } = useI18n();
  const project = useProject();
  const again = useCutAgain(clip.video);
  const parts = clip.segments;
  const usable = clip.state === 'ready' || clip.state === 'cutting';
  return (
    <li className={classes.clip} data-selected={selected}>
      <button type="button" className={classes.pick} aria-expanded={selected} onClick={onPick}>
        <b>{clip.public_id}</b>
        <ClipStateChip state={clip.state} />
        <span className={classes.dim}>
          {parts === null ? t('workspace.whole_video') : tn('workspace.segment_count', parts.length)} ·{' '}
          {formatSeconds(clip.duration ?? lengthOf(parts ?? []))} · {tn('count.questions', clip.question_count)}
        </span>
      </button>
      {clip.state === 'cutting' && <CutProgress clip={clip} />}
      {clip.state === 'failed' && <p className={classes.problem}>{clip.failure_reason}</p>}
      {selected && (
        <div className={classes.buttons}>
          {project.has('annotator') && (
            <Button size="xs" disabled={!usable} onClick={onAsk}>
              {t('workspace.ask')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onPlay}>
            {t('workspace.play_clip')}
          </Button>
          {parts !== null && (
            <Button size="xs" variant="default" onClick={onReuse}>
              {t('workspace.reuse')}
            </Button>
          )}
          {clip.state === 'failed' && (
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate(clip.id)}>
              {t('workspace.cut_again')}
            </Button>
          )}
        </div>
      )}
      {selected && usable && clip.granularity === 'clip' && <DraftsPanel clip={clip} />}
      <ErrorLine error={again.error} />
    </li>
  );
}

function CutProgress({ clip }: { clip: Clip }) {
  const { t } = useI18n();
  const project = useProject();
  const jobs = useQuery(recentJobsQuery(project.id));
  const job = jobs.data?.results.find(({ id }) => id === clip.job?.id);
  return (
    <Progress
      value={job !== undefined && isActive(job) ? Math.max(job.progress * 100, 2) : 2}
      size={4}
      transitionDuration={300}
      aria-label={t('workspace.cut_progress', { clip: clip.public_id })}
    />
  );
}
