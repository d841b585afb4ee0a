import { useMemo, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { CueList, type Cue } from '@/player';
import { AboutButton } from './AboutButton';
import type { Desk } from './useDesk';
import classes from './Verdict.module.css';

/** The question and the subtitles' words, as a tested model gets them; and the step to the reference. */
export function ModelView({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const { t } = useI18n();
  const { assignment, playback, seen, draft } = desk;
  const { question, subtitles } = assignment.as_model_sees;
  const cues = useMemo<readonly Cue[]>(
    () => assignment.media.cues.map((cue) => ({ ...cue, speaker: null })),
    [assignment.media.cues],
  );
  return (
    <section className={classes.block} data-grows={!seen} aria-label={t('verdict.model_sees')}>
      <div className={classes.part} data-about={draft.comment_field === 'question'}>
        <div className={classes.blockHead}>
          <h2 className={classes.blockTitle}>{t(seen ? 'verdict.field.question' : 'verdict.model_sees')}</h2>
          <AboutButton desk={desk} field="question" />
        </div>
        <p className={classes.question}>{question}</p>
      </div>
      {!seen && (
        <>
          <p className={classes.note}>
            {t(subtitles === null ? 'verdict.model_gets_no_words' : 'verdict.model_gets')} {t('verdict.answer_first')}
          </p>
          {children}
          {cues.length > 0 && (
            <div className={classes.cues}>
              <CueList playback={playback} cues={cues} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
