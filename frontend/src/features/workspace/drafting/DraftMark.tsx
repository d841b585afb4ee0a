import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { translated } from '@/i18n/dynamic';
import { useI18n, type I18n } from '@/i18n/I18n';
import { jumpToField } from '../form/Findings';
import type { Question } from '../queries';
import { draftMarkQuery, useConfirmFields } from './queries';
import form from '../form/Form.module.css';
import classes from '../Side.module.css';

/** The fields of a drafted question that are still the model's, each to be looked at and confirmed. */
export function DraftMark({ question, saved }: { question: Question; saved: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { version } = question.revision;
  const drafted = question.revision.source === 'model';
  const mark = useQuery({ ...draftMarkQuery(question.id, version), enabled: drafted });
  const confirm = useConfirmFields(question.id, version);
  if (mark.data === undefined || !mark.data.drafted) {
    return null;
  }
  const { unconfirmed, model, problems } = mark.data;
  if (unconfirmed.length === 0) {
    return <p className={classes.hint}>{t('drafts.all_taken', { model })}</p>;
  }
  return (
    <section className={form.panel} aria-label={t('drafts.mark')}>
      <p className={form.text}>
        <b>{t('drafts.mark')}</b> {t('drafts.mark_text', { model })}
      </p>
      {problems.map((text) => (
        <p key={text} className={form.text}>
          {text}
        </p>
      ))}
      <ul className={classes.list}>
        {unconfirmed.map((path) => (
          <li key={path} className={classes.line}>
            <Button size="compact-xs" variant="subtle" onClick={() => jumpToField(path)}>
              {nameOf(path, i18n)}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={!saved}
              loading={confirm.isPending && confirm.variables.includes(path)}
              aria-label={t('drafts.confirm_field', { field: nameOf(path, i18n) })}
              onClick={() => confirm.mutate([path])}
            >
              {t('drafts.confirm')}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorLine error={confirm.error} />
    </section>
  );
}

/** `items.1` as "S2": fields in the words of the form. */
function nameOf(path: string, i18n: I18n): string {
  const [kind = '', rest = ''] = path.split('.');
  const place = Number(rest);
  const name = translated(i18n, `drafts.field.${kind}`, kind);
  return rest === '' ? name : Number.isInteger(place) ? `${name} ${place + 1}` : `${name} (${translated(i18n, `drafts.side.${rest}`, rest)})`;
}
