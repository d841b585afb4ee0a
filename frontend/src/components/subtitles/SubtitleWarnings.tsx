import { IconAlertTriangle } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { useI18n } from '@/i18n/I18n';
import classes from './Subtitles.module.css';

/** What is odd in a subtitle file, and in which of its lines. */
export function SubtitleWarnings({ warnings }: { warnings: readonly Schema<'SubtitleWarning'>[] }) {
  const { t, tn } = useI18n();
  if (warnings.length === 0) {
    return null;
  }
  return (
    <details className={classes.warnings} open={warnings.length <= 5}>
      <summary>
        <IconAlertTriangle size={14} aria-hidden /> {tn('subtitles.warnings', warnings.length)}
      </summary>
      <ul>
        {warnings.map(({ line, code, message }, index) => (
          // Warnings have no name of their own, and their list never changes.
          <li key={`${line} ${code} ${index}`}>
            <span className={classes.lineNumber}>
              {line === 0 ? t('subtitles.whole_file') : t('subtitles.line', { line })}
            </span>
            {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
