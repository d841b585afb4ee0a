import type { Assignment } from './queries';

/** What to look at before a verdict, by task: codes of the message catalogue, the task's own first. */
const BY_TASK: Readonly<Record<Assignment['task'], readonly Check[]>> = {
  'contextual emotion': ['labels_context', 'labels_all'],
  'emotion transition': ['transition_sides', 'transition_kind'],
  'emotion influence': ['influence_cause', 'labels_all'],
  'emotion trajectory': ['stages_order', 'stages_complete', 'stages_anchor'],
  'emotion cause': ['cause_mechanism', 'cause_complete'],
  'emotional intensity comparison': ['comparison_unique', 'comparison_open', 'parts_needed'],
  'emotional reasoning': ['reasoning_chain', 'parts_needed'],
};
const FOR_ALL = ['question_clear', 'not_given_away', 'seen_and_heard', 'clip_fits'] as const;

type Check =
  | (typeof FOR_ALL)[number]
  | 'labels_context'
  | 'labels_all'
  | 'transition_sides'
  | 'transition_kind'
  | 'influence_cause'
  | 'stages_order'
  | 'stages_complete'
  | 'stages_anchor'
  | 'cause_mechanism'
  | 'cause_complete'
  | 'comparison_unique'
  | 'comparison_open'
  | 'parts_needed'
  | 'reasoning_chain';

export const checksOf = (task: Assignment['task']): readonly Check[] => [...BY_TASK[task], ...FOR_ALL];

export const checkKey = (check: Check) => `checklist.${check}` as const;
