import type { I18n } from '@/i18n/I18n';

/** A changed field in words: `answer_details.S2.emotion` -> "S2", `evidence.1` -> "Evidence 1". */
export function fieldName({ t }: I18n, field: string): string {
  const [root, part = '', last] = field.split('.');
  switch (root) {
    case 'question':
      return t('training.field.question');
    case 'evidence':
      return t('training.field.evidence', { number: part });
    case 'answer_details':
      return t(last === 'time' ? 'training.field.stage_time' : 'training.field.stage', { id: part });
    default:
      return part === 'before' || part === 'after' ? t(`training.field.${part}`) : t('training.field.answer');
  }
}
