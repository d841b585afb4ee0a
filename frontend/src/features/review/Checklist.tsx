import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '@/i18n/I18n';
import { checkKey, checksOf } from './checklists';
import type { Assignment } from './queries';
import own from './OwnAnswer.module.css';
import classes from './Verdict.module.css';

const keyOf = (id: number): string => `longemo.review.checks.${id}`;

function kept(id: number): readonly string[] {
  const stored = sessionStorage.getItem(keyOf(id));
  return stored === null || stored === '' ? [] : stored.split(' ');
}

/** What the guideline asks for in this task, to be gone through before the verdict. The ticks are for oneself. */
export function Checklist({ assignment }: { assignment: Assignment }) {
  const { t, number } = useI18n();
  const { id, task } = assignment;
  const [ticked, setTicked] = useState<readonly string[]>(() => kept(id));
  const checks = checksOf(task);
  const toggle = (check: string): void => {
    const now = ticked.includes(check) ? ticked.filter((each) => each !== check) : [...ticked, check];
    sessionStorage.setItem(keyOf(id), now.join(' '));
    setTicked(now);
  };
  return (
    <details className={classes.details} open>
      <summary className={classes.blockTitle}>
        {t('verdict.checklist', { done: number(ticked.length), all: number(checks.length) })}
      </summary>
      <div className={own.checks}>
        {checks.map((check) => (
          <Checkbox
            key={check}
            size="xs"
            label={t(checkKey(check))}
            checked={ticked.includes(check)}
            onChange={() => toggle(check)}
          />
        ))}
      </div>
    </details>
  );
}
