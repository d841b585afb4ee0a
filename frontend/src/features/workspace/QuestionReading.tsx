import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { vocabularyQuery } from '@/api/vocabulary';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds, formatSpan } from '@/lib/time';
import type { Playback } from '@/player';
import { labelsOf } from './form/draft';
import { findingText } from './form/Findings';
import type { Question } from './queries';
import classes from './form/Form.module.css';

/** A question that cannot be changed (any more, or by this person), to be read. */
export function QuestionReading({ question, playback }: { question: Question; playback: Playback }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { revision } = question;
  const vocabulary = useQuery(vocabularyQuery);
  const named = (label: string): string => vocabulary.data?.labels.find(({ name }) => name === label)?.display ?? label;
  const sides = (['', 'before', 'after'] as const).filter((side) => labelsOf(revision, side).length > 0);
  const names = { '': 'form.labels', before: 'form.before', after: 'form.after' } as const;
  const scores = Object.entries(revision.rubric_scores).sort(([one], [other]) => Number(other) - Number(one));
  return (
    <div className={classes.form}>
      <p className={classes.big}>{revision.question_text === '' ? t('questions.no_text') : revision.question_text}</p>
      {sides.map((side) => (
        <Part key={side} title={t(names[side])}>
          <span className={classes.line}>
            {labelsOf(revision, side).map((label) => (
              <span key={label} className={classes.chip}>
                {named(label)}
              </span>
            ))}
          </span>
        </Part>
      ))}
      {revision.answer_text !== '' && (
        <Part title={t('form.answer')}>
          <p className={classes.text}>{revision.answer_text}</p>
        </Part>
      )}
      {revision.items.length > 0 && (
        <Part title={t(`form.items.${revision.items[0]?.kind ?? 'S'}`)}>
          <ol className={classes.rows}>
            {revision.items.map((item, index) => (
              <li key={index} className={classes.evidence}>
                <p className={classes.text}>
                  <b>
                    {item.kind}
                    {index + 1}{' '}
                  </b>
                  {item.description}
                </p>
                <span className={classes.line}>
                  {item.anchor_time !== null && <Seek time={item.anchor_time} playback={playback} />}
                  {item.emotion !== '' && <span className={classes.chip}>{item.emotion}</span>}
                  {item.intensity !== '' && <span className={classes.note}>{item.intensity}</span>}
                  {item.anchor !== '' && <span className={classes.note}>{item.anchor}</span>}
                </span>
              </li>
            ))}
          </ol>
          {revision.components_rule !== '' && <p className={classes.note}>{t(`form.rule.${revision.components_rule}`)}</p>}
          {revision.details_description !== '' && <p className={classes.text}>{revision.details_description}</p>}
        </Part>
      )}
      {revision.evidence.length > 0 && (
        <Part title={t('form.evidence')}>
          <ul className={classes.rows}>
            {revision.evidence.map(({ start, end, modalities, note }) => (
              <li key={`${start} ${end}`} className={classes.line}>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => {
                    playback.setMarks({ start, end });
                    playback.setLooping(true);
                  }}
                >
                  {formatSpan(start, end)}
                </Button>
                <span className={classes.note}>
                  {[...modalities.map((modality) => t(`form.modality.${modality}`)), note].filter((part) => part !== '').join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {scores.length > 0 && (
        <Part title={t('form.rubric')}>
          <p className={classes.text}>{revision.rubric_criterion}</p>
          {scores.map(([level, text]) => (
            <p key={level} className={classes.text}>
              <b>{level}</b> {text}
            </p>
          ))}
        </Part>
      )}
      {revision.author_note !== '' && (
        <Part title={t('form.note')}>
          <p className={classes.text}>{revision.author_note}</p>
        </Part>
      )}
      {revision.warnings.length > 0 && (
        <Part title={t('form.warnings')}>
          <ul className={classes.findings}>
            {revision.warnings.map((warning) => (
              <li key={`${warning.field} ${warning.code}`} data-level="warning">
                {findingText(warning, i18n)}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.field} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  );
}

function Seek({ time, playback }: { time: number; playback: Playback }) {
  return (
    <Button size="compact-xs" variant="default" onClick={() => playback.seek(time)}>
      {formatSeconds(time)}
    </Button>
  );
}
