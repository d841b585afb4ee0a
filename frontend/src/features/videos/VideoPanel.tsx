import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DomainText } from '@/components/DomainText';
import { ErrorLine } from '@/components/ErrorPanel';
import { Facts } from '@/components/Facts';
import { Buttons } from '@/components/Page';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { SidePanel } from '@/components/SidePanel';
import { VideoStateChip } from '@/components/StateChip';
import { SubtitlesPanel } from '@/components/subtitles/SubtitlesPanel';
import { AgoText, DurationText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { formatBytes } from '@/lib/bytes';
import { formatRate } from '@/lib/rate';
import { useProject } from '@/session/project';
import { Annotators } from './Annotators';
import { Coverage } from './Coverage';
import { DETAIL_FIELDS, DetailsFields, validateDetails } from './DetailsFields';
import { Retirement } from './Retirement';
import { detailsOf, useChangeVideo, videoQuery, type VideoDetail } from './queries';
import classes from './Videos.module.css';

/** A video at a glance: its state and facts, and for admins its details and subtitles. */
export function VideoPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n();
  const query = useQuery(videoQuery(id));
  return (
    <SidePanel title={query.data?.title ?? t('videos.video')} onClose={onClose}>
      <QueryView query={query}>{(video) => <VideoBody video={video} />}</QueryView>
    </SidePanel>
  );
}

function VideoBody({ video }: { video: VideoDetail }) {
  const { t, number } = useI18n();
  const project = useProject();
  const [editing, setEditing] = useState(false);
  const mayChange = project.has('admin');
  const { width, height, size, frame_rate, frame_count, video_codec } = video;
  return (
    <div className={classes.stack}>
      <div>
        <VideoStateChip state={video.state} />
      </div>
      {video.rejection_reason !== '' && <p className={classes.refusal}>{video.rejection_reason}</p>}
      {video.state === 'rejected' && <p className={classes.plain}>{t(mayChange ? 'videos.rejected_next' : 'videos.rejected_ask')}</p>}
      {!editing && (
        <Buttons>
          {video.state === 'ready' && (
            <Button
              renderRoot={(props) => (
                <Link
                  to="/projects/$projectId/videos/$videoId"
                  params={{ projectId: project.id, videoId: video.id }}
                  {...props}
                />
              )}
            >
              {t('questions.open')}
            </Button>
          )}
          {mayChange && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('videos.edit')}
            </Button>
          )}
          {mayChange && video.state !== 'probing' && <Retirement video={video} />}
        </Buttons>
      )}
      {editing ? (
        <EditDetails video={video} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          rows={[
            [t('videos.source'), video.source_from],
            [t('videos.domain'), <DomainText key="domain" domain={video.domain} />],
            [t('videos.licence'), video.licence],
            [t('videos.terms'), video.terms],
            [t('videos.language'), video.language],
            [t('videos.annotators'), <Annotators key="annotators" video={video} />],
            [t('videos.coverage'), <Coverage key="coverage" coverage={video.coverage} />],
            [t('videos.duration'), <DurationText key="duration" seconds={video.duration} />],
            [t('videos.frame_size'), width === null || height === null ? null : `${width} × ${height}`],
            [t('videos.frame_rate'), frame_count === null ? null : frame_rate === '' ? t('videos.variable') : t('videos.per_second', { rate: formatRate(frame_rate) })],
            [t('videos.frames'), frame_count === null ? null : number(frame_count)],
            [t('videos.codec'), video_codec],
            [t('videos.sound'), video.has_audio === false ? t('videos.no_sound') : null],
            [t('videos.remarks'), video.warnings.map(({ message }) => message).join(' ')],
            [t('videos.file'), video.original_name],
            [t('videos.size'), size === null ? null : formatBytes(size)],
            [t('videos.utterances'), number(video.utterance_count)],
            [t('videos.added'), <AgoText key="added" at={video.added_at} />],
          ]}
        />
      )}
      {!editing && video.state !== 'rejected' && (
        <section className={classes.stack} aria-label={t('videos.subtitles')}>
          <hr className={classes.divider} />
          <h3 className={classes.heading}>{t('videos.subtitles')}</h3>
          <SubtitlesPanel projectId={project.id} videoId={video.id} mayChange={mayChange} />
        </section>
      )}
    </div>
  );
}

function EditDetails({ video, onDone }: { video: VideoDetail; onDone: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const change = useChangeVideo(video.id);
  const form = useForm({ initialValues: detailsOf(video), validate: validateDetails(t) });
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={form.onSubmit((values) =>
        change.mutate(values, { onSuccess: onDone, onError: (error) => form.setErrors(fieldMessages(error, i18n)) }),
      )}
    >
      <DetailsFields form={form} />
      <ErrorLine error={change.error} fields={DETAIL_FIELDS} />
      <Buttons>
        <Button type="submit" loading={change.isPending}>
          {t('action.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('action.cancel')}
        </Button>
      </Buttons>
    </form>
  );
}
