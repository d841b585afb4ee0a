import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { BlockSkeleton } from '@/components/Skeletons';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { reasonsQuery, type Reason } from './queries';
import type { Desk } from './useDesk';
import { toggleReason } from './verdictRules';
import classes from './Verdict.module.css';
import form from './VerdictForm.module.css';

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Why it is rejected: as many as apply, the first nine by their number. */
export function Reasons({ desk }: { desk: Desk }) {
  const { granularity, task } = desk.assignment;
  const query = useQuery(reasonsQuery(granularity, task));
  return (
    <QueryView query={query} skeleton={<BlockSkeleton lines={3} />}>
      {({ reasons }) => <Choices desk={desk} reasons={reasons} />}
    </QueryView>
  );
}

function Choices({ desk, reasons }: { desk: Desk; reasons: readonly Reason[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const { draft, change, standing, error } = desk;
  const toggle = (code: string): void => change({ reasons: toggleReason(draft, code).reasons });
  useKeys([
    {
      keys: NUMBERS,
      label: 'keys.verdict.reasons',
      group: 'verdict',
      enabled: standing === 'live',
      run: ({ key }) => {
        const reason = reasons[Number(key) - 1];
        if (reason !== undefined) {
          toggle(reason.code);
        }
      },
    },
  ]);
  const chosen = reasons.filter(({ code }) => draft.reasons.includes(code));
  return (
    <div role="group" aria-labelledby={id} className={form.reasons}>
      <p id={id} className={form.label}>
        {t('verdict.reasons')} <span className={classes.dim}>{t('verdict.reasons_note')}</span>
      </p>
      <div className={form.choices}>
        {reasons.map(({ code, title, explanation }, index) => (
          <label key={code} className={form.choice} title={translated(i18n, `reason.${code}.note`, explanation)}>
            <input
              type="checkbox"
              className="le-visually-hidden"
              checked={draft.reasons.includes(code)}
              aria-label={translated(i18n, `reason.${code}.title`, title)}
              onChange={() => toggle(code)}
            />
            {index < NUMBERS.length && (
              <span className={form.number} aria-hidden>
                {index + 1}
              </span>
            )}
            {translated(i18n, `reason.${code}.title`, title)}
          </label>
        ))}
      </div>
      {chosen.length > 0 && (
        <p className={classes.note} aria-live="polite">
          {chosen.map(({ code, explanation }) => translated(i18n, `reason.${code}.note`, explanation)).join(' ')}
        </p>
      )}
      {fieldMessages(error, i18n).reasons !== undefined && <ErrorLine error={error} />}
    </div>
  );
}
