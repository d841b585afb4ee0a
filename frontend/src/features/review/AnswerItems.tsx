import { useI18n } from '@/i18n/I18n';
import { AboutButton } from './AboutButton';
import { stageMark } from './itemMarks';
import { TimeButton } from './TimeButton';
import type { Desk } from './useDesk';
import classes from './Verdict.module.css';

const TITLES = { S: 'verdict.stages', R: 'verdict.factors', C: 'verdict.components' } as const;

/** The stages, factors or components of the answer, each of which can be commented on. */
export function AnswerItems({ desk }: { desk: Desk }) {
  const { t } = useI18n();
  const { assignment, draft } = desk;
  const details = assignment.reference?.answer_details ?? null;
  const first = details?.items[0];
  if (details === null || first === undefined) {
    return null;
  }
  const kind = first.id.startsWith('S') ? 'S' : first.id.startsWith('R') ? 'R' : 'C';
  return (
    <div className={classes.part}>
      <h2 className={classes.blockTitle}>{t(TITLES[kind])}</h2>
      {details.description !== '' && <p className={classes.note}>{details.description}</p>}
      <ol className={classes.items}>
        {details.items.map(({ id, description, anchor, emotion, intensity }, index) => {
          const field = `answer_details.items.${index}`;
          const mark = stageMark(assignment, id);
          return (
            <li key={id} className={classes.item} data-about={draft.comment_field === field}>
              <span className={classes.itemId}>{id}</span>
              <div className={classes.itemText}>
                <div className={classes.itemHead}>
                  {emotion !== undefined && <b>{emotion}</b>}
                  {intensity !== undefined && intensity !== null && (
                    <span className={classes.dim}>{t('verdict.intensity', { text: intensity })}</span>
                  )}
                  {mark.original !== null && (
                    <TimeButton playback={desk.playback} name={id} at={mark.at} original={mark.original} />
                  )}
                </div>
                <p className={classes.text}>{description}</p>
                {kind === 'S' && <p className={classes.note}>{anchor ?? t('verdict.no_anchor')}</p>}
              </div>
              <AboutButton desk={desk} field={field} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
