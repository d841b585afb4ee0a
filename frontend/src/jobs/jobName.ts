import type { I18n } from '@/i18n/I18n';
import type { Job } from './queries';

/** What a job does, in words: "Cutting a clip". */
export function jobName(job: Job, { t, has }: I18n): string {
  const key = `job.kind.${job.kind}`;
  const say = t as (key: string) => string;
  return has(key) ? say(key) : t('job.kind.unnamed', { kind: job.kind });
}
