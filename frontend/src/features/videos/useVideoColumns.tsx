import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DomainText } from '@/components/DomainText';
import { VideoStateChip } from '@/components/StateChip';
import type { Column } from '@/components/tableModel';
import { AgoText, DurationText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { formatBytes } from '@/lib/bytes';
import { Coverage } from './Coverage';
import { DerivedProgress } from './DerivedProgress';
import { Poster } from './Poster';
import type { Video, VideoOrder } from './queries';
import classes from './Videos.module.css';

const text = (value: number | null): string => (value === null ? '' : String(value));

export function useVideoColumns(projectId: number): readonly Column<Video, VideoOrder>[] {
  const { t, number } = useI18n();
  return useMemo(
    () => [
      {
        id: 'title',
        header: t('videos.video'),
        fixed: true,
        order: 'title',
        text: (row) => row.title,
        cell: (row) => (
          <span className={classes.named}>
            <Poster address={row.poster} />
            {row.state === 'ready' ? (
              <Anchor
                className={classes.title}
                title={row.title}
                renderRoot={(props) => (
                  <Link to="/projects/$projectId/videos/$videoId" params={{ projectId, videoId: row.id }} {...props} />
                )}
              >
                {row.title}
              </Anchor>
            ) : (
              <span className={classes.title} title={row.title}>
                {row.title}
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'state',
        header: t('questions.state'),
        text: (row) => row.state,
        cell: (row) => (
          <span className={classes.named}>
            <VideoStateChip state={row.state} />
            <DerivedProgress video={row} />
          </span>
        ),
      },
      {
        id: 'duration',
        header: t('videos.duration'),
        align: 'end',
        order: 'duration',
        text: (row) => text(row.duration),
        cell: (row) => <DurationText seconds={row.duration} />,
      },
      {
        id: 'clips',
        priority: 2,
        header: t('videos.clips'),
        align: 'end',
        text: (row) => text(row.clip_count),
        cell: (row) => number(row.clip_count),
      },
      {
        id: 'questions',
        priority: 2,
        header: t('questions.title'),
        align: 'end',
        text: (row) => text(row.question_count),
        cell: (row) => (
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/questions"
                params={{ projectId }}
                search={{ video: row.id }}
                {...props}
              />
            )}
          >
            {number(row.question_count)}
          </Anchor>
        ),
      },
      {
        id: 'coverage',
        priority: 2,
        header: t('videos.coverage'),
        text: (row) => row.coverage.map(({ granularity, task, questions }) => `${granularity} ${task}: ${questions}`).join('; '),
        cell: (row) => <Coverage coverage={row.coverage} />,
      },
      {
        id: 'annotators',
        priority: 3,
        header: t('videos.annotators'),
        text: (row) => row.annotators.map(({ name }) => name).join(', '),
        cell: (row) => <span className={classes.title}>{row.annotators.map(({ name }) => name).join(', ')}</span>,
      },
      {
        id: 'utterances',
        priority: 3,
        header: t('videos.utterances'),
        align: 'end',
        text: (row) => text(row.utterance_count),
        cell: (row) => number(row.utterance_count),
      },
      {
        id: 'domain',
        priority: 2,
        header: t('videos.domain'),
        text: (row) => row.domain,
        cell: (row) => (
          <span className={classes.nowrap}>
            <DomainText domain={row.domain} />
          </span>
        ),
      },
      {
        id: 'source',
        priority: 3,
        header: t('videos.source'),
        hidden: true,
        text: (row) => row.source_from,
        cell: (row) => <span className={classes.title}>{row.source_from}</span>,
      },
      {
        id: 'licence',
        priority: 3,
        header: t('videos.licence'),
        hidden: true,
        text: (row) => row.licence,
        cell: (row) => <span className={classes.nowrap}>{row.licence}</span>,
      },
      {
        id: 'size',
        priority: 3,
        header: t('videos.size'),
        align: 'end',
        hidden: true,
        text: (row) => text(row.size),
        cell: (row) => (row.size === null ? '–' : formatBytes(row.size)),
      },
      {
        id: 'added',
        priority: 3,
        header: t('videos.added'),
        order: 'added_at',
        text: (row) => row.added_at,
        cell: (row) => (
          <span className={classes.nowrap}>
            <AgoText at={row.added_at} />
          </span>
        ),
      },
    ],
    [t, number, projectId],
  );
}
