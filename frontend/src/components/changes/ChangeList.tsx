import type { Schema } from '@/api/client';
import { useI18n } from '@/i18n/I18n';
import { changedFieldName } from './fieldName';
import classes from './ChangeList.module.css';

/** What one revision changes of the one before, field by field, with the words marked. */
export function ChangeList({ changes }: { changes: readonly Schema<'FieldChange'>[] }) {
  const { t } = useI18n();
  if (changes.length === 0) {
    return <p className={classes.none}>{t('changes.none')}</p>;
  }
  return (
    <dl className={classes.list}>
      {changes.map(({ field, parts }) => (
        <div key={field}>
          <dt>{changedFieldName(field, t)}</dt>
          <dd>
            {parts.map(({ kind, text }, place) =>
              kind === 'same' ? (
                <span key={place}>{text}</span>
              ) : kind === 'removed' ? (
                <del key={place}>{text}</del>
              ) : (
                <ins key={place}>{text}</ins>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
