import { useI18n } from '@/i18n/I18n';

/** The name of a task in the language of the page; a task without a translation keeps its own name. */
export function TaskText({ task }: { task: string }) {
  const { t, has } = useI18n();
  const key = `task.${task}`;
  const say = t as (key: string) => string;
  return <>{has(key) ? say(key) : task}</>;
}
