import { Anchor, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { VideoStateChip } from '@/components/StateChip';
import { SubtitlesImport } from '@/components/subtitles/SubtitlesImport';
import { useI18n } from '@/i18n/I18n';
import { IconPress } from '@/player';
import { videoQuery } from './queries';
import type { QueueItem } from './UploadQueue';
import classes from './Videos.module.css';

const WHILE_PROBING = 1_500;

interface AddedVideoProps {
  videoId: number;
  item: QueueItem;
  onClose: () => void;
}

/** A file that has become a video: being probed, ready, or refused and why. */
export function AddedVideo({ videoId, item, onClose }: AddedVideoProps) {
  const { t } = useI18n();
  const [settled, setSettled] = useState(false);
  const { data: video, error } = useQuery({
    ...videoQuery(videoId),
    refetchInterval: ({ state }) => (state.data?.state === 'probing' ? WHILE_PROBING : false),
  });
  return (
    <>
      <Group gap={8} wrap="nowrap" justify="space-between">
        {video?.state === 'ready' ? (
          <Anchor
            fw={500}
            truncate
            renderRoot={(props) => (
              <Link to="/projects/$projectId/videos/$videoId" params={{ projectId: video.project, videoId }} {...props} />
            )}
          >
            {item.title}
          </Anchor>
        ) : (
          <Text fw={500} truncate title={item.upload.file.name}>
            {item.title}
          </Text>
        )}
        <Group gap={4} wrap="nowrap" role="status">
          {video !== undefined && <VideoStateChip state={video.state} />}
          <IconPress small label={t('action.close')} icon={IconX} onPress={onClose} />
        </Group>
      </Group>
      <ErrorLine error={error} />
      {video !== undefined && video.rejection_reason !== '' && <p className={classes.refusal}>{video.rejection_reason}</p>}
      {video?.state === 'ready' && video.warnings.length > 0 && (
        <p className={classes.hint}>{video.warnings.map(({ message }) => message).join(' ')}</p>
      )}
      {item.subtitlesError !== null && !settled && (
        <>
          <Text size="sm">{t('videos.added_without_subtitles')}</Text>
          <SubtitlesImport videoId={videoId} replaces={false} first={item.subtitles} onStored={() => setSettled(true)} />
        </>
      )}
    </>
  );
}
