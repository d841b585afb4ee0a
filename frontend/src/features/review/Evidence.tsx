import { useI18n } from '@/i18n/I18n';
import { formatSpan } from '@/lib/time';
import { AboutButton } from './AboutButton';
import { evidenceMarks } from './itemMarks';
import { TimeButton } from './TimeButton';
import type { Desk } from './useDesk';
import classes from './Verdict.module.css';

/** Where the answer can be seen and heard. */
export function Evidence({ desk }: { desk: Desk }) {
  const { t } = useI18n();
  const { assignment, playback, draft } = desk;
  const marks = evidenceMarks(assignment);
  if (marks.length === 0) {
    return <p className={classes.note}>{t('verdict.no_evidence')}</p>;
  }
  return (
    <ol className={classes.items}>
      {(assignment.reference?.evidence ?? []).map(({ modalities, note }, index) => {
        const field = `evidence.${index}`;
        const mark = marks[index];
        const name = t('verdict.evidence_number', { number: index + 1 });
        return (
          <li key={field} className={classes.item} data-about={draft.comment_field === field}>
            <span className={classes.itemId}>{index + 1}</span>
            <div className={classes.itemText}>
              <div className={classes.itemHead}>
                {mark?.played.map((span) => (
                  <TimeButton
                    key={span.start}
                    playback={playback}
                    name={name}
                    at={span.start}
                    original={mark.original.start}
                    text={formatSpan(span.start, span.end)}
                  />
                ))}
                {mark?.played.length === 0 && (
                  <TimeButton playback={playback} name={name} at={null} original={mark.original.start} />
                )}
                <span className={classes.dim}>
                  {modalities.map((modality) => t(`verdict.modality.${modality}`)).join(', ')}
                </span>
              </div>
              {note !== '' && <p className={classes.text}>{note}</p>}
            </div>
            <AboutButton desk={desk} field={field} />
          </li>
        );
      })}
    </ol>
  );
}
