import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { QueryView } from '@/components/QueryView';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { isActive, recentJobsQuery } from '@/jobs/queries';
import { EditHistory } from './EditHistory';
import { subtitlesQuery, tracksQuery, useImportTrack, useSubtitlesChanged, type Subtitles } from './queries';
import { SubtitlesImport } from './SubtitlesImport';
import { SubtitleWarnings } from './SubtitleWarnings';
import classes from './Subtitles.module.css';

interface SubtitlesPanelProps {
  projectId: number;
  videoId: number;
  /** Subtitles are the admins' business; everybody else reads. */
  mayChange: boolean;
  /** Goes to a moment of the video, where there is one to be seen. */
  onGo?: (time: number) => void;
}

/** Everything about the subtitles of a video but their lines: where they are from, what is odd, other ones, edits. */
export function SubtitlesPanel({ projectId, videoId, mayChange, onGo }: SubtitlesPanelProps) {
  const query = useQuery(subtitlesQuery(videoId));
  return (
    <QueryView query={query}>
      {(subtitles) => (
        <Stack gap={16}>
          <About videoId={videoId} subtitles={subtitles} />
          {mayChange && (
            <>
              <Tracks projectId={projectId} videoId={videoId} />
              <Import key={subtitles.file?.id ?? 0} videoId={videoId} subtitles={subtitles} />
            </>
          )}
          {subtitles.file !== null && <EditHistory videoId={videoId} onGo={onGo} />}
        </Stack>
      )}
    </QueryView>
  );
}

function Import({ videoId, subtitles }: { videoId: number; subtitles: Subtitles }) {
  // The key of this component changes with the file in use, which empties it once that is another one.
  return <SubtitlesImport videoId={videoId} replaces={subtitles.file !== null} onStored={() => undefined} />;
}

function About({ videoId, subtitles: { file, utterances } }: { videoId: number; subtitles: Subtitles }) {
  const { t, tn } = useI18n();
  if (file === null) {
    return <p className={classes.line}>{t('cues.none')}</p>;
  }
  return (
    <section className={classes.block} aria-label={t('videos.subtitles')}>
      <p className={classes.line}>
        {[file.filename, file.format.toUpperCase(), file.encoding, tn('videos.has_utterances', utterances.length)].join(' · ')}
      </p>
      <p className={classes.dim}>
        {file.added_by.name} · <AgoText at={file.added_at} />
      </p>
      <SubtitleWarnings warnings={file.warnings} />
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          component="a"
          href={`/api/v1/videos/${videoId}/subtitles/srt`}
          download
        >
          {t('subtitles.download')}
        </Button>
      </div>
    </section>
  );
}

/** The subtitle tracks inside the video's file; nothing where it has none. */
function Tracks({ projectId, videoId }: { projectId: number; videoId: number }) {
  const { t } = useI18n();
  const tracks = useQuery(tracksQuery(videoId));
  const take = useImportTrack(videoId);
  const [jobId, setJobId] = useState<number | null>(null);
  const jobs = useQuery({ ...recentJobsQuery(projectId), enabled: jobId !== null });
  const job = jobs.data?.results.find(({ id }) => id === jobId);
  const changed = useSubtitlesChanged();
  const done = job?.state === 'succeeded';
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    if (done) {
      void latest.current();
    }
  }, [done]);
  const found = tracks.data?.tracks ?? [];
  if (found.length === 0) {
    return <ErrorLine error={tracks.error} />;
  }
  const reading = take.isPending || (jobId !== null && (job === undefined || isActive(job)));
  return (
    <section className={classes.block} aria-label={t('subtitles.tracks')}>
      <h4 className={classes.heading}>{t('subtitles.tracks')}</h4>
      <ul className={classes.tracks}>
        {found.map((track) => (
          <li key={track.index}>
            <span>{[track.title, track.language, track.codec].filter((part) => part !== '').join(' · ')}</span>
            {track.text ? (
              <Button
                size="compact-xs"
                variant="default"
                loading={reading && take.variables === track.index}
                onClick={() => take.mutate(track.index, { onSuccess: ({ id }) => setJobId(id) })}
              >
                {t('subtitles.take_track')}
              </Button>
            ) : (
              <span className={classes.dim}>{t('subtitles.pictures')}</span>
            )}
          </li>
        ))}
      </ul>
      <ErrorLine error={take.error} />
      {job?.state === 'failed' && (
        <p className={classes.refused} role="alert">
          {job.error}
        </p>
      )}
    </section>
  );
}
