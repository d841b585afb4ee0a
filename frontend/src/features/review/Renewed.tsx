import { useQuery } from '@tanstack/react-query';
import { ChangeList } from '@/components/changes/ChangeList';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { toPrepared } from '@/player';
import { fieldName } from './AboutButton';
import { changesQuery } from './queries';
import { TimeButton } from './TimeButton';
import type { Desk } from './useDesk';
import classes from './Verdict.module.css';

/** In a renewed review: what changed, and what the author says about it. Nothing of earlier verdicts. */
export function Renewed({ desk }: { desk: Desk }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { assignment, playback } = desk;
  const query = useQuery(changesQuery(assignment.id));
  return (
    <div className={classes.part}>
      <h2 className={classes.blockTitle}>{t('verdict.changed')}</h2>
      <QueryView query={query}>
        {({ changes, answers }) => (
          <>
            <ChangeList changes={changes} />
            {answers.length > 0 && <h3 className={classes.small}>{t('verdict.author_says')}</h3>}
            {answers.map(({ field, time, text }) => (
              <div key={`${field} ${time ?? ''} ${text}`}>
                <span className={classes.itemHead}>
                  {field !== '' && <b>{fieldName(i18n, assignment, field)}</b>}
                  {time !== null && (
                    <TimeButton
                      playback={playback}
                      name={t('verdict.author_says')}
                      at={toPrepared(time, assignment.media.segments)}
                      original={time}
                    />
                  )}
                </span>
                <p className={classes.text}>{text}</p>
              </div>
            ))}
          </>
        )}
      </QueryView>
    </div>
  );
}
