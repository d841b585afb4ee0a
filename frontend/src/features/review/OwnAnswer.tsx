import { useI18n } from '@/i18n/I18n';
import type { Assignment, ReferenceOf } from './queries';
import own from './OwnAnswer.module.css';
import classes from './Verdict.module.css';

/** Beside the reference: what I answered before I saw it, with what both have in common marked. */
export function OwnAnswer({ assignment, reference }: { assignment: Assignment; reference: ReferenceOf }) {
  const { t } = useI18n();
  const { labels, stage_order: order } = assignment.blind;
  if (labels.length === 0 && order.length === 0) {
    return null;
  }
  const sides = [...new Set(labels.map(({ side }) => side))];
  const names = { '': null, before: t('verdict.before'), after: t('verdict.after') } as const;
  return (
    <div className={classes.part}>
      <h2 className={classes.blockTitle}>{t('verdict.own_given')}</h2>
      {sides.map((side) => (
        <p key={side} className={own.chips}>
          {names[side] !== null && <span className={classes.dim}>{names[side]}</span>}
          {labels
            .filter((row) => row.side === side)
            .map(({ label }) => {
              const shared = labelsOn(reference.answer, side).includes(label);
              return (
                <span key={label} className={own.chip} data-shared={shared} title={t(shared ? 'verdict.own_shared' : 'verdict.own_only')}>
                  {label}
                  {shared && <span className="le-visually-hidden">, {t('verdict.own_shared')}</span>}
                </span>
              );
            })}
        </p>
      ))}
      {order.length > 0 && <p className={classes.text}>{order.join(' → ')}</p>}
    </div>
  );
}

function labelsOn(answer: ReferenceOf['answer'], side: '' | 'before' | 'after'): readonly string[] {
  if (typeof answer === 'string') {
    return [];
  }
  return Array.isArray(answer) ? answer : side === '' ? [] : answer[side];
}
