import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/DataTable';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import type { Column } from '@/components/tableModel';
import type { PlainMessageKey } from '@/i18n/catalogue';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { pipelineQuery, type Pipeline } from './queries';
import classes from './Dashboards.module.css';

interface Step {
  key: number;
  label: PlainMessageKey;
  clip: number | null;
  episode: number | null;
  all: number;
  /** Of all questions begun; null for media. */
  share: number | null;
}

const STEPS = [
  ['begun', 'dash.begun'],
  ['submitted', 'dash.submitted'],
  ['draft', 'dash.state.draft'],
  ['in_review', 'dash.state.in_review'],
  ['accepted', 'dash.state.accepted'],
  ['returned', 'dash.state.returned'],
  ['removed', 'dash.state.removed'],
  ['withdrawn', 'dash.state.withdrawn'],
] as const;

/** The rows of the funnel, from media to questions. */
function stepsOf({ videos, videos_ready, clips, clips_ready, questions }: Pipeline): Step[] {
  const media = [
    ['dash.videos', videos],
    ['dash.videos_ready', videos_ready],
    ['dash.clips', clips],
    ['dash.clips_ready', clips_ready],
  ] as const;
  const begun = questions.reduce((sum, row) => sum + row.begun, 0);
  const steps = [
    ...media.map(([label, all]) => ({ label, clip: null, episode: null, all, share: null })),
    ...STEPS.map(([name, label]) => {
      const of = (granularity: string) => questions.find((row) => row.granularity === granularity)?.[name] ?? 0;
      const all = of('clip') + of('episode');
      return { label, clip: of('clip'), episode: of('episode'), all, share: begun === 0 ? null : all / begun };
    }),
  ];
  return steps.map((step, key) => ({ ...step, key }));
}

function columnsOf({ t, number, percent }: I18n): Column<Step>[] {
  const count = (value: number | null): string => (value === null ? '' : number(value));
  return [
    { id: 'step', header: t('dash.step'), fixed: true, cell: ({ label }) => t(label), text: ({ label }) => t(label) },
    { id: 'clip', header: 'G1', align: 'end', cell: ({ clip }) => count(clip), text: ({ clip }) => String(clip ?? '') },
    {
      id: 'episode',
      header: 'G2',
      align: 'end',
      cell: ({ episode }) => count(episode),
      text: ({ episode }) => String(episode ?? ''),
    },
    { id: 'all', header: t('dash.all'), align: 'end', cell: ({ all }) => number(all), text: ({ all }) => String(all) },
    {
      id: 'share',
      header: t('dash.share'),
      align: 'end',
      cell: ({ share }) => (share === null ? '' : percent(share)),
      text: ({ share }) => (share === null ? '' : share.toFixed(4)),
    },
    {
      id: 'bar',
      header: '',
      width: '30%',
      priority: 2,
      cell: ({ share }) =>
        share !== null && (
          <span className={classes.track} aria-hidden>
            <span className={classes.fill} style={{ width: `${share * 100}%` }} />
          </span>
        ),
    },
  ];
}

/** From videos to accepted questions. */
export function PipelineTable() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const query = useQuery(pipelineQuery(project.id));
  return (
    <Section title={t('dash.tab.pipeline')} note={t('dash.pipeline_note')}>
      <QueryView query={query} skeleton={<TableSkeleton rows={10} />}>
        {(pipeline) => (
          <DataTable
            name={t('dash.tab.pipeline')}
            storageKey="dashboards.pipeline"
            columns={columnsOf(i18n)}
            rows={stepsOf(pipeline)}
            rowKey={({ key }) => key}
          />
        )}
      </QueryView>
    </Section>
  );
}
