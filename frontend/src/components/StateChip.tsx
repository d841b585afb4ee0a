import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconFileOff,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconTrash,
} from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import type { PlainMessageKey } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import { Chip, type IconType, type Tone } from './Chip';

interface Look {
  tone: Tone;
  icon: IconType;
  label: PlainMessageKey;
}

export type QuestionState = Schema<'QuestionRow'>['state'];
export type VideoState = Schema<'Video'>['state'];
export type JobState = Schema<'Job'>['state'];

const QUESTION: Record<QuestionState, Look> = {
  draft: { tone: 'draft', icon: IconPencil, label: 'state.draft' },
  in_review: { tone: 'review', icon: IconEye, label: 'state.in_review' },
  returned: { tone: 'returned', icon: IconArrowBackUp, label: 'state.returned' },
  accepted: { tone: 'accepted', icon: IconCheck, label: 'state.accepted' },
  removed: { tone: 'removed', icon: IconTrash, label: 'state.removed' },
  withdrawn: { tone: 'quiet', icon: IconBan, label: 'state.withdrawn' },
};

const VIDEO: Record<VideoState, Look> = {
  awaiting_media: { tone: 'draft', icon: IconFileOff, label: 'video.state.awaiting_media' },
  probing: { tone: 'review', icon: IconLoader2, label: 'video.state.probing' },
  ready: { tone: 'accepted', icon: IconCheck, label: 'video.state.ready' },
  rejected: { tone: 'removed', icon: IconCircleX, label: 'video.state.rejected' },
  retired: { tone: 'quiet', icon: IconBan, label: 'video.state.retired' },
};

const JOB: Record<JobState, Look> = {
  queued: { tone: 'draft', icon: IconClock, label: 'job.state.queued' },
  running: { tone: 'review', icon: IconLoader2, label: 'job.state.running' },
  succeeded: { tone: 'accepted', icon: IconCheck, label: 'job.state.succeeded' },
  failed: { tone: 'removed', icon: IconCircleX, label: 'job.state.failed' },
  cancelled: { tone: 'quiet', icon: IconPlayerPause, label: 'job.state.cancelled' },
};

function Shown({ look }: { look: Look }) {
  const { t } = useI18n();
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {t(look.label)}
    </Chip>
  );
}

/** A question's state: the same colour, icon and word everywhere. */
export function StateChip({ state }: { state: QuestionState }) {
  return <Shown look={QUESTION[state]} />;
}

export function VideoStateChip({ state }: { state: VideoState }) {
  return <Shown look={VIDEO[state]} />;
}

export function JobStateChip({ state }: { state: JobState }) {
  return <Shown look={JOB[state]} />;
}
