import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import type { Group } from './queries';

/** What a group is called, in words. */
export function useGroupName(): (group: Group) => string {
  const i18n = useI18n();
  const { t } = i18n;
  return (group) => {
    if (group.reviewers !== undefined) {
      return group.reviewers.map(({ name }) => name).join(' · ');
    }
    if (group.task !== undefined) {
      return `${group.granularity === 'clip' ? 'G1' : 'G2'} · ${translated(i18n, `task.${group.task}`, group.task)}`;
    }
    if (group.granularity !== undefined) {
      return t(`granularity.${group.granularity}`);
    }
    if (group.video !== undefined) {
      return group.video.title;
    }
    return group.week ?? (group.round === undefined ? group.key : t('agreement.round_number', { number: group.round }));
  };
}
