import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';

/** The name of a task in the language of the page; a task without a translation keeps its own name. */
export function TaskText({ task }: { task: string }) {
  return translated(useI18n(), `task.${task}`, task);
}
