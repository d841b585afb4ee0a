import { useI18n } from '@/i18n/I18n';
import { STATISTICS, type Statistic } from '../queries';

/** The statistics with their names, in the order in which they are drawn. */
export function useStatisticNames(): readonly (readonly [Statistic, string])[] {
  const { t } = useI18n();
  return STATISTICS.map((name) => [name, t(`agreement.${name}`)] as const);
}
