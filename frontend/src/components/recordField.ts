import { translated } from '@/i18n/dynamic';
import type { I18n } from '@/i18n/I18n';

/** What a field of a record is called where the record itself is not at hand: `answer_details.items.1` -> "Item 2". */
export function recordFieldName(i18n: I18n, field: string): string {
  const [root = '', second, place] = field.split('.');
  if (root === 'answer_details' && second === 'items' && place !== undefined) {
    return i18n.t('changes.item', { number: Number(place) + 1 });
  }
  if (root === 'evidence' && second !== undefined) {
    return i18n.t('changes.evidence', { number: Number(second) + 1 });
  }
  return translated(i18n, `record.field.${root}`, field);
}

/** The parts of a record that a comment can be about, in the order in which they are read. */
export const RECORD_FIELDS = ['question', 'answer', 'answer_details', 'evidence', 'rubric', 'subtitles', 'source', 'video'] as const;
