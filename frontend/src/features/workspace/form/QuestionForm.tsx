import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/i18n/I18n';
import { clipsQuery, type Question } from '../queries';
import { EvidenceRows } from './EvidenceRows';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';
import { ItemRows } from './ItemRows';
import { LabelPicker } from './LabelPicker';
import { RubricFields } from './RubricFields';
import { sidesOf } from './draft';
import { TextArea } from './TextArea';
import classes from './Form.module.css';

/** The fields of the task, in the order in which one writes them. */
export function QuestionForm({ question, onAddEvidence }: { question: Question; onAddEvidence: () => void }) {
  const { t } = useI18n();
  const { task } = useForm();
  const sides = sidesOf(task);
  const both = useFindings('labels');
  return (
    <>
      <TextArea field="question_text" label={t('form.question')} placeholder={t(task.type === COMPARISON ? 'form.question_placeholder.comparison' : PLACEHOLDERS[task.answer_form])} />
      {sides.map((side) => (
        <LabelPicker key={side} side={side} />
      ))}
      {sides.length !== 1 && <FindingLines findings={both.findings} id={both.id} />}
      {task.answer_form === 'text' && <TextArea field="answer_text" label={t('form.answer')} />}
      <ItemRows />
      <EvidenceRows onAdd={onAddEvidence} clip={question.revision.clip} />
      <RubricFields />
      <Subtitles />
      <TextArea field="author_note" label={t('form.note')} note={t('form.note_note')} rows={1} />
      <ClipChoice question={question} />
      <Watching />
    </>
  );
}

const COMPARISON = 'emotional intensity comparison';

const PLACEHOLDERS = {
  labels: 'form.question_placeholder.labels',
  transition: 'form.question_placeholder.transition',
  text: 'form.question_placeholder.text',
} as const;

function Subtitles() {
  const { t } = useI18n();
  const { draft, act } = useForm();
  const { findings, aria, id } = useFindings('include_subtitles', 'subtitles');
  return (
    <div data-field="include_subtitles subtitles">
      <Switch
        {...aria}
        size="sm"
        label={t('form.subtitles')}
        description={t('form.subtitles_note')}
        checked={draft.include_subtitles}
        onChange={(event) => act({ type: 'include_subtitles', include: event.currentTarget.checked })}
      />
      <FindingLines findings={findings} id={id} />
    </div>
  );
}

function ClipChoice({ question }: { question: Question }) {
  const { t } = useI18n();
  const { draft, act } = useForm();
  const { findings, id } = useFindings('segments', 'clip');
  const clips = useQuery(clipsQuery(question.revision.clip.video.id));
  const fitting = (clips.data?.results ?? []).filter(({ granularity }) => granularity === question.granularity);
  const names = new Map([[question.revision.clip.id, question.revision.clip.public_id]]);
  fitting.forEach((clip) => names.set(clip.id, clip.public_id));
  if (names.size < 2 && findings.length === 0) {
    return null;
  }
  return (
    <div className={classes.field} data-field="segments clip">
      <Select
        label={t('questions.clip')}
        data={[...names].map(([clip, name]) => ({ value: String(clip), label: name }))}
        value={String(draft.clip)}
        disabled={names.size < 2}
        allowDeselect={false}
        onChange={(value) => value !== null && act({ type: 'clip', clip: Number(value) })}
      />
      <FindingLines findings={findings} id={id} />
    </div>
  );
}

function Watching() {
  const { findings, id } = useFindings('watched_share');
  return findings.length === 0 ? null : (
    <div className={classes.field} data-field="watched_share">
      <FindingLines findings={findings} id={id} />
    </div>
  );
}
