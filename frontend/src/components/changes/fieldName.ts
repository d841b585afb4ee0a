import type { I18n } from '@/i18n/I18n';

const NAMES = {
  clip: 'changes.clip',
  question_text: 'changes.question',
  labels: 'changes.labels',
  'labels.before': 'changes.before',
  'labels.after': 'changes.after',
  answer_text: 'changes.answer',
  details_description: 'changes.details',
  components_rule: 'changes.rule',
  rubric_criterion: 'changes.criterion',
  author_note: 'changes.note',
  include_subtitles: 'changes.subtitles',
} as const;

/** What a changed field is called, such as "Item 2" for `items.1`. */
export function changedFieldName(field: string, t: I18n['t']): string {
  const name = Object.entries(NAMES).find(([known]) => known === field)?.[1];
  if (name !== undefined) {
    return t(name);
  }
  const [root, place = ''] = field.split('.');
  if (root === 'items') {
    return t('changes.item', { number: Number(place) + 1 });
  }
  if (root === 'evidence') {
    return t('changes.evidence', { number: Number(place) + 1 });
  }
  return root === 'rubric_scores' ? t('changes.level', { score: place }) : field;
}
