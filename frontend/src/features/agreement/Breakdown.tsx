import { useI18n } from '@/i18n/I18n';
import classes from './Agreement.module.css';
import { FigureTable } from './FigureTable';
import { DriftPlot } from './plots/DriftPlot';
import { IntervalPlot } from './plots/IntervalPlot';
import { PairMatrix } from './plots/PairMatrix';
import type { Report, Scope } from './queries';
import { useGroupName } from './useGroupName';

/** More rows than these make no plot that anybody reads; the table has them all. */
const MOST_ROWS = 40;
const MOST_WEEKS = 104;

interface BreakdownProps {
  report: Report;
  scope: Scope;
  open: string | undefined;
  onItems: (key: string) => void;
}

/** The plot of a report's groups, and the numbers that it is drawn from beside it. */
export function Breakdown({ report, scope, open, onItems }: BreakdownProps) {
  const { t } = useI18n();
  const title = t(`agreement.by.${report.by}`);
  return (
    <div className={classes.breakdown}>
      <Plot report={report} title={title} />
      <FigureTable title={title} scope={scope} groups={report.results} open={open} onItems={onItems} />
    </div>
  );
}

function Plot({ report, title }: { report: Report; title: string }) {
  const { t, tn, number } = useI18n();
  const nameOf = useGroupName();
  const { by, results, overall, round } = report;
  const most = by === 'week' ? MOST_WEEKS : MOST_ROWS;
  const shown = by === 'week' ? results.slice(-most) : results.slice(0, most);
  const n = shown.reduce((sum, { figure }) => sum + figure.n, 0);
  const rounds = round === 'all' ? t('agreement.all_rounds') : t('agreement.of_round', { number: round });
  const drawn = t('agreement.caption', {
    items: tn('agreement.count', n),
    videos: tn('agreement.videos', overall.bootstrap.clusters),
    rounds,
  });
  const { resamples, seed } = overall.bootstrap;
  const intervals = t('agreement.caption_intervals', { resamples: number(resamples), seed });
  const bars = `${drawn} ${by === 'video' ? t('agreement.caption_videos') : intervals}`;
  const left = report.count - shown.length;
  const caption = left > 0 ? `${bars} ${tn('agreement.not_drawn', left)}` : bars;
  if (by === 'pair') {
    return <PairMatrix title={title} caption={`${t('agreement.matrix_caption')} ${caption}`} groups={shown} />;
  }
  const rows = shown.map((group) => ({ key: group.key, name: nameOf(group), figure: group.figure }));
  return by === 'week' ? (
    <DriftPlot title={title} caption={caption} rows={rows} />
  ) : (
    <IntervalPlot title={title} caption={caption} rows={rows} />
  );
}
