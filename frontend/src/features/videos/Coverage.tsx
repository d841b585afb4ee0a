import { useQuery } from '@tanstack/react-query';
import { vocabularyQuery } from '@/api/vocabulary';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import type { Video } from './queries';
import classes from './Coverage.module.css';

/** Which of the eight tasks a video has questions of: a mark for each, filled when one is accepted. */
export function Coverage({ coverage }: { coverage: Video['coverage'] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data } = useQuery(vocabularyQuery);
  const marks = (data?.tasks ?? []).map(({ granularity, type }) => {
    const found = coverage.find((row) => row.granularity === granularity && row.task === type);
    const state = found === undefined ? 'none' : found.accepted > 0 ? 'accepted' : 'begun';
    const task = `${granularity === 'clip' ? 'G1' : 'G2'} ${translated(i18n, `task.${type}`, type)}`;
    return { key: granularity + type, granularity, state, told: t('videos.coverage_of', { task, questions: found?.questions ?? 0, accepted: found?.accepted ?? 0 }) };
  });
  return (
    <span className={classes.marks} role="img" aria-label={marks.map(({ told }) => told).join('; ')}>
      {marks.map(({ key, granularity, state, told }) => (
        <span key={key} className={classes.mark} data-state={state} data-granularity={granularity} title={told} />
      ))}
    </span>
  );
}
