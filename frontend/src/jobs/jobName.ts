import { translated } from '@/i18n/dynamic';
import type { I18n } from '@/i18n/I18n';
import type { Job } from './queries';

/** What a job does, in words: "Cutting a clip". */
export function jobName({ kind }: Job, i18n: I18n): string {
  return translated(i18n, `job.kind.${kind}`, i18n.t('job.kind.unnamed', { kind }));
}
