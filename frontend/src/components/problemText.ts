import { ApiError } from '@/api/problems';
import type { I18n } from '@/i18n/I18n';

export interface ProblemText {
  title: string;
  /** What happened, to which thing, and what to do. */
  detail: string;
  /** For people who report it. */
  code: string;
}

/** An error in words. The server's own sentence wins in English; elsewhere a translated one does where it exists. */
export function problemText(error: unknown, { t, has, language }: I18n): ProblemText {
  if (!(error instanceof ApiError)) {
    return { title: t('problem.program.title'), detail: t('problem.program'), code: 'program' };
  }
  const known = `problem.${error.code}`;
  const byStatus = `problem.http_${error.status}`;
  const titleByStatus = `problem.http_${error.status}.title`;
  const translated = has(known) ? known : null;
  const useServer = error.message !== '' && (language === 'en' || translated === null);
  const fallback = has(byStatus) ? byStatus : 'problem.http_500';
  const say = t as (key: string) => string;
  const ownTitle = `${known}.title`;
  const titleKey = has(ownTitle) ? ownTitle : has(titleByStatus) ? titleByStatus : 'problem.title';
  return {
    title: say(titleKey),
    detail: useServer ? error.message : say(translated ?? fallback),
    code: error.code,
  };
}

/** The messages of an error at its fields, first one each, for `form.setErrors`. */
export function fieldMessages(error: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  if (error instanceof ApiError) {
    for (const { field, message } of error.fields) {
      if (field !== '') {
        messages[field] ??= message;
      }
    }
  }
  return messages;
}

/** What an error says that belongs to none of the fields shown, or null when the fields say it all. */
export function restOfProblem(error: unknown, shown: readonly string[], i18n: I18n): string | null {
  if (error instanceof ApiError && error.fields.length > 0) {
    const rest = error.fields.filter(({ field }) => !shown.includes(field));
    return rest.length === 0 ? null : rest.map(({ message }) => message).join(' ');
  }
  return problemText(error, i18n).detail;
}
