import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { Rubric, RubricFamily } from './draft';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';
import { TextArea } from './TextArea';
import classes from './Form.module.css';

/** How the answer is scored: chosen where a task has two ways, and reworded where the default does not fit. */
export function RubricFields() {
  const { t } = useI18n();
  const { draft, act, task, vocabulary, findings } = useForm();
  const family = useFindings('rubric_family', 'rubric_scores');
  if (!task.is_judged) {
    return null;
  }
  const offered = vocabulary.rubrics.filter(({ family: each }) => task.rubric_families.includes(each));
  const standard = offered.find((each) => each.family === draft.rubric_family) ?? null;
  const levels = Object.keys(draft.rubric_scores).sort((one, other) => Number(other) - Number(one));
  const wrong = findings.some(({ field, level }) => level === 'error' && field.startsWith('rubric_') && field !== 'rubric_family');
  return (
    <section className={classes.field} aria-label={t('form.rubric')}>
      <h2 className={classes.heading}>{t('form.rubric')}</h2>
      {offered.length > 1 && (
        <div data-field="rubric_family" className={classes.field}>
          <SegmentedControl
            size="xs"
            aria-label={t('form.rubric_family')}
            data={offered.map(({ family: each }) => ({ value: each, label: t(`form.family.${each}`) }))}
            value={draft.rubric_family}
            onChange={(value) => {
              const chosen = offered.find((each) => each.family === (value as RubricFamily));
              if (chosen !== undefined) {
                act({ type: 'choose_rubric', rubric: chosen });
              }
            }}
          />
        </div>
      )}
      <FindingLines findings={family.findings} id={family.id} />
      <details className={classes.details} open={wrong || undefined}>
        <summary>
          <IconChevronRight size={14} aria-hidden />
          <span>
            {standard !== null && isStandard(draft, standard) ? t('form.rubric_default') : t('form.rubric_own')}
            {draft.rubric_criterion !== '' && <span className={classes.note}> {draft.rubric_criterion}</span>}
          </span>
        </summary>
        <TextArea field="rubric_criterion" label={t('form.criterion')} />
        {levels.map((level) => (
          <Level key={level} level={level} />
        ))}
        {standard !== null && (
          <div>
            <Button
              size="xs"
              variant="default"
              disabled={isStandard(draft, standard)}
              onClick={() => act({ type: 'choose_rubric', rubric: standard })}
            >
              {t('form.rubric_reset')}
            </Button>
          </div>
        )}
      </details>
    </section>
  );
}

function Level({ level }: { level: string }) {
  const { t } = useI18n();
  const { draft, act } = useForm();
  const { findings, id, aria } = useFindings(`rubric_scores.${level}`);
  return (
    <div className={classes.field} data-field={`rubric_scores.${level}`}>
      <Textarea
        size="xs"
        label={t('form.score', { level })}
        autosize
        minRows={1}
        value={draft.rubric_scores[level] ?? ''}
        error={aria['aria-invalid']}
        onChange={(event) => act({ type: 'rubric_score', level, text: event.currentTarget.value }, `score ${level}`)}
        {...aria}
      />
      <FindingLines findings={findings} id={id} />
    </div>
  );
}

const isStandard = (
  draft: { rubric_criterion: string; rubric_scores: Record<string, string> },
  { criterion, scores }: Rubric,
): boolean =>
  draft.rubric_criterion === criterion &&
  Object.keys(draft.rubric_scores).length === Object.keys(scores).length &&
  Object.entries(scores).every(([level, text]) => draft.rubric_scores[level] === text);
