import type { Schema } from '@/api/client';
import type { FieldProblem } from '@/api/problems';

export type Finding = Schema<'Finding'>;

/** What blocks the submission first, each group in the order found. */
export const inOrder = (findings: readonly Finding[]): Finding[] => [
  ...findings.filter(({ level }) => level === 'error'),
  ...findings.filter(({ level }) => level === 'warning'),
];

export const countErrors = (findings: readonly Finding[]): number =>
  findings.filter(({ level }) => level === 'error').length;

/** The findings that belong to one of `fields`, by their exact paths. */
export const findingsAt = (findings: readonly Finding[], fields: readonly string[]): Finding[] =>
  inOrder(findings.filter(({ field }) => fields.includes(field)));

/** What a refused save or submission said at its fields, as findings. */
export const asFindings = (problems: readonly FieldProblem[]): Finding[] =>
  problems.map(({ field, code, message }) => ({ field, code, message, level: 'error' }));

/** The fields that the form of a question shows; findings about others stand over its button. */
export function shownFields(items: number, evidence: number, levels: readonly string[]): Set<string> {
  const fields = [
    'question_text', 'labels', 'labels.before', 'labels.after', 'answer_text', 'items', 'details_description',
    'components_rule', 'rubric_family', 'rubric_criterion', 'rubric_scores', 'evidence', 'author_note', 'segments',
    'clip', 'watched_share',
  ];
  for (let place = 0; place < items; place += 1) {
    fields.push(
      ...['', '.kind', '.description', '.anchor', '.anchor_time', '.emotion', '.intensity'].map((part) => `items.${place}${part}`),
    );
  }
  for (let place = 0; place < evidence; place += 1) {
    fields.push(...['', '.start', '.end', '.modalities', '.note'].map((part) => `evidence.${place}${part}`));
  }
  fields.push(...levels.map((level) => `rubric_scores.${level}`));
  return new Set(fields);
}

/** The form's field for a field of the record, as reviewers name it: `answer_details.items.0` -> `items.0`. */
export function formField(recordField: string, isText: boolean): string {
  const [root, ...rest] = recordField.split('.');
  switch (root) {
    case 'question':
      return 'question_text';
    case 'answer':
      return isText ? 'answer_text' : ['labels', ...rest.slice(0, 1)].join('.');
    case 'answer_details':
      return rest[0] === 'items' ? ['items', ...rest.slice(1, 2)].join('.') : 'details_description';
    case 'rubric':
      return rest[0] === 'scores' && rest[1] !== undefined ? `rubric_scores.${rest[1]}` : 'rubric_criterion';
    case 'source':
    case 'video_id':
      return 'segments';
    default:
      return root ?? '';
  }
}
