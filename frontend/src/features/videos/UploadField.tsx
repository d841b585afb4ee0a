import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconUpload, IconX } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { formatBytes } from '@/lib/bytes';
import { formatDuration } from '@/lib/time';
import type { FileUpload, UploadState } from './upload';
import classes from './Videos.module.css';

interface UploadFieldProps {
  upload: FileUpload;
  state: UploadState;
  onPicked: (file: File) => void;
}

/** Picks the video file, by button or by dropping it, and shows how it comes along. */
export function UploadField({ upload, state, onPicked }: UploadFieldProps) {
  const { t } = useI18n();
  const [over, setOver] = useState(false);
  const pick = (file: File | null | undefined): void => {
    if (file) {
      onPicked(file);
      void upload.begin(file);
    }
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    pick(event.dataTransfer.files[0]);
  };
  if (state.file === null) {
    return (
      // Dropping is a shortcut for the button inside.
      // eslint-disable-next-line jsx-a11y/no-static-element-interactions
      <div
        className={classes.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileButton accept="video/*,.mkv,.avi,.ts,.m2ts,.flv,.wmv" onChange={pick}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
              {t('videos.pick')}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed">{t('videos.drop')}</Text>
      </div>
    );
  }
  return <Sending upload={upload} state={state} file={state.file} />;
}

function Sending({ upload, state, file }: { upload: FileUpload; state: UploadState; file: File }) {
  const { t, percent } = useI18n();
  const { phase, sent, speed, error } = state;
  const share = file.size === 0 ? 0 : sent / file.size;
  const left = speed === null || speed <= 0 ? null : (file.size - sent) / speed;
  const facts = [`${formatBytes(sent)} / ${formatBytes(file.size)}`];
  if (phase === 'sending' && speed !== null) facts.push(`${formatBytes(speed)}/s`);
  if (phase === 'sending' && left !== null) facts.push(t('videos.left', { time: formatDuration(left) }));
  const words = { none: '', sending: percent(share), paused: t('videos.paused'), failed: t('videos.stopped'), sent: t('videos.sent') };
  return (
    <div className={classes.sending}>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Text fw={500} truncate title={file.name}>
          {file.name}
        </Text>
        <Group gap={4} wrap="nowrap" c={phase === 'sent' ? 'var(--le-state-accepted)' : undefined} role="status">
          {phase === 'sent' && <IconCheck size={16} aria-hidden />}
          {words[phase]}
        </Group>
      </Group>
      <Progress
        value={share * 100}
        size={6}
        color={phase === 'failed' ? 'red' : 'accent'}
        aria-label={t('videos.progress', { name: file.name })}
      />
      <Text c="dimmed" size="xs">
        {facts.join(' · ')}
      </Text>
      <ErrorLine error={error} />
      <Group gap={8}>
        {phase === 'sending' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            onClick={() => void upload.pause()}
          >
            {t('videos.pause')}
          </Button>
        )}
        {(phase === 'paused' || phase === 'failed') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => upload.resume()}
          >
            {t('videos.resume')}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => void upload.discard()}
        >
          {t(phase === 'sent' ? 'videos.other_file' : 'videos.discard')}
        </Button>
      </Group>
    </div>
  );
}
