import { ApiError, type FieldProblem } from '@/api/problems';
import { translated } from '@/i18n/dynamic';
import type { I18n } from '@/i18n/I18n';

export interface ProblemText {
  title: string;
  /** What happened, to which thing, and what to do. */
  detail: string;
  /** For people who report it. */
  code: string;
}

/** An error in words. The server's own sentence wins in English; elsewhere a translated one does where it exists. */
export function problemText(error: unknown, i18n: I18n): ProblemText {
  const { t, has, language } = i18n;
  if (!(error instanceof ApiError)) {
    return { title: t('problem.program.title'), detail: t('problem.program'), code: 'program' };
  }
  const known = `problem.${error.code}`;
  const byStatus = `problem.http_${error.status}`;
  const useServer = error.message !== '' && (language === 'en' || !has(known));
  const byStatusText = translated(i18n, byStatus, t('problem.http_500'));
  const titleByStatus = translated(i18n, `${byStatus}.title`, t('problem.title'));
  return {
    title: translated(i18n, `${known}.title`, titleByStatus),
    detail: useServer ? error.message : translated(i18n, known, byStatusText),
    code: error.code,
  };
}

/** One message of the server: its own sentence in English, elsewhere a translated one where it exists. */
function fieldText({ code, message }: FieldProblem, i18n: I18n): string {
  return i18n.language === 'en' ? message : translated(i18n, `problem.field.${code}`, message);
}

/** The messages of an error at its fields, first one each, for `form.setErrors`. */
export function fieldMessages(error: unknown, i18n: I18n): Record<string, string> {
  const messages: Record<string, string> = {};
  if (error instanceof ApiError) {
    for (const problem of error.fields) {
      if (problem.field !== '') {
        messages[problem.field] ??= fieldText(problem, i18n);
      }
    }
  }
  return messages;
}

/** What an error says that belongs to none of the fields shown, or null when the fields say it all. */
export function restOfProblem(error: unknown, shown: readonly string[], i18n: I18n): string | null {
  if (error instanceof ApiError && error.fields.length > 0) {
    const rest = error.fields.filter(({ field }) => !shown.includes(field));
    return rest.length === 0 ? null : rest.map((problem) => fieldText(problem, i18n)).join(' ');
  }
  return problemText(error, i18n).detail;
}
