import { Button, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/problems';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { formatSpan } from '@/lib/time';
import { IconPress, TimeField, type Playback } from '@/player';
import { useProject } from '@/session/project';
import type { EventDrafts } from './EventDrafts';
import { useClipOfEvent, type EventContent } from './queries';
import type { EventInHand } from './useEvents';
import side from '../Side.module.css';
import classes from './Events.module.css';

const MODALITIES = ['face', 'voice', 'words', 'body', 'context'] as const;

interface EventRowProps {
  videoId: number;
  row: EventInHand;
  drafts: EventDrafts;
  playback: Playback;
  selected: boolean;
  onPick: () => void;
  onRemove: () => void;
  onClip: (id: number) => void;
}

/** One event; the one in hand opens and is written. */
export function EventRow({ videoId, row, drafts, playback, selected, onPick, onRemove, onClip }: EventRowProps) {
  const { t } = useI18n();
  const project = useProject();
  const { event, content, unsaved } = row;
  const play = (): void => {
    playback.setMarks({ start: content.start, end: content.end });
    playback.setLooping(true);
  };
  return (
    <li className={side.clip} data-selected={selected}>
      <button
        type="button"
        className={side.pick}
        aria-expanded={selected}
        onClick={() => {
          onPick();
          if (!selected) {
            playback.seek(content.start);
          }
        }}
      >
        <b>{content.title}</b>
        <span className={side.dim}>
          {formatSpan(content.start, content.end)}
          {content.participants.length > 0 && ` · ${content.participants.join(', ')}`}
        </span>
        {unsaved !== null && <span className={side.dim}>{t(unsaved.error === null ? 'events.saving' : 'events.unsaved')}</span>}
      </button>
      {unsaved?.error != null && <Refused row={row} drafts={drafts} videoId={videoId} />}
      {selected &&
        (project.has('annotator', 'admin') ? (
          <EventForm row={row} drafts={drafts} onPlay={play} onRemove={onRemove} onClip={onClip} videoId={videoId} />
        ) : (
          <p className={side.hint}>{content.emotion_notes}</p>
        ))}
      {selected && (
        <span className={side.dim}>{t('events.changed_by', { name: event.changed_by.name })}</span>
      )}
    </li>
  );
}

interface EventFormProps {
  videoId: number;
  row: EventInHand;
  drafts: EventDrafts;
  onPlay: () => void;
  onRemove: () => void;
  onClip: (id: number) => void;
}

function EventForm({ videoId, row, drafts, onPlay, onRemove, onClip }: EventFormProps) {
  const { t } = useI18n();
  const { event, content } = row;
  const clip = useClipOfEvent(videoId);
  const change = (changes: Partial<EventContent>): void => drafts.change(event.id, { ...content, ...changes });
  const makeClip = async (): Promise<void> => {
    await drafts.flush(event.id);
    clip.mutate(event.id, { onSuccess: ({ id }) => onClip(id) });
  };
  return (
    <div className={classes.form}>
      <TextInput
        size="xs"
        label={t('events.what')}
        value={content.title}
        maxLength={200}
        error={content.title.trim() === '' ? t('field.required') : undefined}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <div className={side.line}>
        <TimeField
          label={t('timeline.edge.start', { name: content.title })}
          value={content.start}
          required
          onCommit={(time) => time !== null && change({ start: time })}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={t('timeline.edge.end', { name: content.title })}
          value={content.end}
          required
          onCommit={(time) => time !== null && change({ end: time })}
        />
        <IconPress small label={t('events.play', { title: content.title })} icon={IconPlayerPlay} onPress={onPlay} />
      </div>
      <TagsInput
        size="xs"
        label={t('events.participants')}
        placeholder={content.participants.length === 0 ? t('events.participants_placeholder') : undefined}
        maxTags={30}
        splitChars={[',', ';', '，', '、']}
        value={content.participants}
        onChange={(participants) => change({ participants })}
      />
      {MODALITIES.map((modality) => (
        <TextInput
          key={modality}
          size="xs"
          label={t(`form.modality.${modality}`)}
          placeholder={t(`events.cue.${modality}`)}
          value={content.cues[modality] ?? ''}
          onChange={({ currentTarget }) => change({ cues: { ...content.cues, [modality]: currentTarget.value } })}
        />
      ))}
      <Textarea
        size="xs"
        label={t('events.notes')}
        autosize
        minRows={1}
        maxRows={8}
        value={content.emotion_notes}
        onChange={({ currentTarget }) => change({ emotion_notes: currentTarget.value })}
      />
      <ErrorLine error={clip.error} />
      <div className={side.buttons}>
        <Button size="xs" loading={clip.isPending} onClick={() => void makeClip()}>
          {t('events.make_clip')}
        </Button>
        <Button size="xs" variant="default" onClick={onRemove}>
          {t('events.remove')}
        </Button>
      </div>
    </div>
  );
}

/** A change that the server did not take, and the ways out. */
function Refused({ row, drafts, videoId }: Pick<EventFormProps, 'row' | 'drafts' | 'videoId'>) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const error = row.unsaved?.error;
  const stale = error instanceof ApiError && error.code === 'stale_version';
  const reread = () => queries.refetchQueries({ queryKey: ['events', videoId] });
  const sendAgain = async (): Promise<void> => {
    await reread();
    await drafts.flush(row.event.id);
  };
  const takeTheirs = (): void => {
    drafts.drop(row.event.id);
    void reread();
  };
  return (
    <>
      <ErrorLine error={error} />
      <div className={side.buttons}>
        <Button size="compact-xs" variant="default" onClick={() => void sendAgain()}>
          {t(stale ? 'events.keep_mine' : 'action.retry')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={takeTheirs}>
          {t('events.take_theirs')}
        </Button>
      </div>
    </>
  );
}
