import { Button, FileInput, Group, Progress, Text, TextInput } from '@mantine/core';
import { IconCheck, IconFileText, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { IconPress } from '@/player';
import { useI18n } from '@/i18n/I18n';
import { formatBytes } from '@/lib/bytes';
import { formatDuration } from '@/lib/time';
import { AddedVideo } from './AddedVideo';
import type { QueueItem, UploadQueue } from './UploadQueue';
import classes from './Videos.module.css';

/** One file on its way to becoming a video: how far it is, what it is called, and what became of it. */
export function UploadRow({ queue, item }: { queue: UploadQueue; item: QueueItem }) {
  const { t } = useI18n();
  const { key, title, subtitles, step, error } = item;
  return (
    <li className={classes.sending} aria-label={item.upload.file.name}>
      {step === 'added' && item.videoId !== null ? (
        <AddedVideo videoId={item.videoId} item={item} onClose={() => void queue.remove(key)} />
      ) : (
        <>
          <Sending queue={queue} item={item} />
          <TextInput
            label={t('videos.title_field')}
            size="xs"
            required
            disabled={step !== 'open'}
            value={title}
            error={title.trim() === '' ? t('field.required') : undefined}
            onChange={(event) => queue.change(key, { title: event.currentTarget.value })}
          />
          <FileInput
            label={t('videos.subtitles')}
            placeholder={t('videos.subtitles_pick')}
            size="xs"
            accept=".srt,.vtt,.ass,.ssa,.sub,.txt"
            leftSection={<IconFileText size={14} aria-hidden />}
            disabled={step !== 'open'}
            value={subtitles}
            onChange={(file) => queue.change(key, { subtitles: file })}
            clearable
          />
          {step === 'wanted' && <Text size="xs" c="dimmed">{t('videos.will_add')}</Text>}
          <ErrorLine error={error} />
        </>
      )}
    </li>
  );
}

function Sending({ queue, item: { key, upload } }: { queue: UploadQueue; item: QueueItem }) {
  const { t, percent } = useI18n();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await queue.remove(key);
    // What was unfinished before is looked up again: this one is gone.
    await queries.invalidateQueries({ queryKey: ['uploads'] });
  };
  const { phase, sent, speed, error } = useSyncExternalStore(upload.subscribe, upload.getState);
  const { file } = upload;
  const share = file.size === 0 ? 0 : sent / file.size;
  const left = speed === null || speed <= 0 ? null : (file.size - sent) / speed;
  const facts = [`${formatBytes(sent)} / ${formatBytes(file.size)}`];
  if (phase === 'sending' && speed !== null) facts.push(`${formatBytes(speed)}/s`);
  if (phase === 'sending' && left !== null) facts.push(t('videos.left', { time: formatDuration(left) }));
  const words = {
    waiting: t('videos.waits'), sending: percent(share), paused: t('videos.paused'), failed: t('videos.stopped'), sent: t('videos.sent'),
  };
  return (
    <>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Text fw={500} truncate title={file.name}>
          {file.name}
        </Text>
        <Group gap={4} wrap="nowrap" c={phase === 'sent' ? 'var(--le-state-accepted)' : undefined} role="status">
          {phase === 'sent' && <IconCheck size={16} aria-hidden />}
          {words[phase]}
          <IconPress small label={t('videos.discard_file', { name: file.name })} icon={IconX} onPress={() => void remove()} />
        </Group>
      </Group>
      <Progress
        value={share * 100}
        size={6}
        color={phase === 'failed' ? 'red' : 'accent'}
        aria-label={t('videos.progress', { name: file.name })}
      />
      <Group gap={8} justify="space-between">
        <Text c="dimmed" size="xs">
          {facts.join(' · ')}
        </Text>
        {phase === 'sending' && (
          <Button size="compact-xs" variant="default" leftSection={<IconPlayerPause size={12} aria-hidden />} onClick={() => void upload.pause()}>
            {t('videos.pause')}
          </Button>
        )}
        {(phase === 'paused' || phase === 'failed') && (
          <Button size="compact-xs" variant="default" leftSection={<IconPlayerPlay size={12} aria-hidden />} onClick={() => void upload.start()}>
            {t('videos.resume')}
          </Button>
        )}
      </Group>
      <ErrorLine error={error} />
    </>
  );
}
