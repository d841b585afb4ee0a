import type { Content } from './draft';

export type ContentField = keyof Content;

export const CONTENT_FIELDS: readonly ContentField[] = [
  'question_text', 'labels', 'answer_text', 'items', 'details_description', 'components_rule', 'rubric_family',
  'rubric_criterion', 'rubric_scores', 'evidence', 'include_subtitles', 'author_note', 'clip',
];

/** The fields in which two contents differ, in the order of the form. */
export function differingFields(one: Content, other: Content): ContentField[] {
  return CONTENT_FIELDS.filter((field) => fieldText(one, field) !== fieldText(other, field));
}

/** What a field holds, as text to compare by eye. */
export function fieldText(content: Content, field: ContentField): string {
  switch (field) {
    case 'labels':
      return content.labels.map(({ side, label }) => (side === '' ? label : `${side}: ${label}`)).join('\n');
    case 'items':
      return content.items
        .map(({ kind, description, emotion, intensity, anchor, anchor_time }, index) =>
          [`${kind} ${index + 1}`, description, emotion, intensity, anchor, anchor_time].filter((part) => part !== '' && part !== null).join(' · '),
        )
        .join('\n');
    case 'evidence':
      return content.evidence
        .map(({ start, end, modalities, note }) => [`${start}–${end}`, modalities.join(' '), note].filter((part) => part !== '').join(' · '))
        .join('\n');
    case 'rubric_scores':
      return Object.entries(content.rubric_scores)
        .sort(([one], [other]) => Number(other) - Number(one))
        .map(([level, text]) => `${level}: ${text}`)
        .join('\n');
    default:
      return String(content[field]);
  }
}
