import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds, formatSpan } from '@/lib/time';
import { AboutButton } from './AboutButton';
import { AnswerItems } from './AnswerItems';
import { Checklist } from './Checklist';
import { Evidence } from './Evidence';
import { OwnAnswer } from './OwnAnswer';
import type { ReferenceOf } from './queries';
import { Renewed } from './Renewed';
import { ReferenceAnswer } from './ReferenceAnswer';
import { PLACES, type Desk } from './useDesk';
import classes from './Verdict.module.css';

/** The second step: what a tested model never sees. */
export function Reference({ desk, reference }: { desk: Desk; reference: ReferenceOf }) {
  const { t } = useI18n();
  return (
    <section id={PLACES.reference} className={classes.block} aria-label={t('verdict.reference')} tabIndex={-1}>
      <Part desk={desk} field="answer" title={t('verdict.answer')}>
        <ReferenceAnswer answer={reference.answer} />
      </Part>
      <OwnAnswer assignment={desk.assignment} reference={reference} />
      {desk.assignment.round_number > 1 && <Renewed desk={desk} />}
      <AnswerItems desk={desk} />
      {reference.warnings.length > 0 && (
        <Part title={t('verdict.warnings')}>
          <ul className={classes.warnings}>
            {reference.warnings.map(({ field, code, message }) => (
              <li key={`${field} ${code}`}>
                <IconAlertTriangle size={16} aria-hidden />
                {message}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('verdict.evidence')}>
        <Evidence desk={desk} />
      </Part>
      {reference.author_note !== '' && (
        <Part title={t('verdict.author_note')}>
          <p className={classes.text}>{reference.author_note}</p>
        </Part>
      )}
      {desk.standing === 'live' && (
        <div className={classes.part}>
          <Checklist assignment={desk.assignment} />
        </div>
      )}
      {reference.rubric !== null && (
        <Part desk={desk} field="rubric" title={t('verdict.rubric')}>
          <Rubric rubric={reference.rubric} />
        </Part>
      )}
      <Part desk={desk} field="source" title={t('verdict.cut')}>
        <Cut source={reference.source} />
      </Part>
      {reference.subtitles !== null && (
        <Part desk={desk} field="subtitles" title={t('verdict.subtitles_full')}>
          <Recorded subtitles={reference.subtitles} />
        </Part>
      )}
    </section>
  );
}

interface PartProps {
  title: string;
  children: ReactNode;
  /** With both: the part can be commented on. */
  desk?: Desk;
  field?: string;
}

function Part({ title, children, desk, field }: PartProps) {
  return (
    <div className={classes.part} data-about={field !== undefined && desk?.draft.comment_field === field}>
      <div className={classes.blockHead}>
        <h2 className={classes.blockTitle}>{title}</h2>
        {desk !== undefined && field !== undefined && <AboutButton desk={desk} field={field} />}
      </div>
      {children}
    </div>
  );
}

function Rubric({ rubric }: { rubric: { criterion: string; scores: Record<string, string> } }) {
  const { t } = useI18n();
  const scores = Object.entries(rubric.scores).toSorted(([one], [other]) => Number(other) - Number(one));
  return (
    <details className={classes.details}>
      <summary>{t('verdict.rubric_levels', { levels: scores.map(([score]) => score).join(', ') })}</summary>
      <p className={classes.text}>{rubric.criterion}</p>
      <dl className={classes.scores}>
        {scores.map(([score, meaning]) => (
          <div key={score}>
            <dt>{score}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Cut({ source: { from, segments } }: { source: ReferenceOf['source'] }) {
  const { t } = useI18n();
  const parts = segments?.map(({ start, end }) => formatSpan(start, end)).join(', ');
  return (
    <p className={classes.text}>
      {parts === undefined
        ? t('verdict.whole_video', { source: from })
        : t('verdict.cut_from', { source: from, parts })}
    </p>
  );
}

function Recorded({ subtitles: rows }: { subtitles: NonNullable<ReferenceOf['subtitles']> }) {
  const { tn } = useI18n();
  return (
    <details className={classes.details}>
      <summary>{tn('cues.count', rows.length)}</summary>
      <ol className={classes.recorded}>
        {rows.map(({ id, t: [start = 0], speaker, text }) => (
          <li key={id}>
            <span className={classes.dim}>{formatSeconds(start)}</span> {speaker !== null && <b>{speaker} </b>}
            {text}
          </li>
        ))}
      </ol>
    </details>
  );
}
