import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '@/api/client';
import { ApiError } from '@/api/problems';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { roundToMillis } from '@/lib/time';
import { selectionOf, type Lane, type Playback } from '@/player';
import { useWorkTime } from '@/session/useWorkTime';
import { DraftMark } from './drafting/DraftMark';
import { Opinions } from './drafting/Opinions';
import { FeedbackPanel } from './FeedbackPanel';
import { asFindings, countErrors, shownFields, type Finding } from './form/findings';
import { FindingLines, jumpToField } from './form/Findings';
import { FormProvider, type FormState } from './form/FormContext';
import { QuestionForm } from './form/QuestionForm';
import { SaveNotices } from './form/SaveNotices';
import { SubmitBar } from './form/SubmitBar';
import { useDraft } from './form/useDraft';
import { evidenceLane, stageLanes } from './lanes';
import { ReasonPanel } from './ReasonPanel';
import { useSubmitQuestion, type Question } from './queries';
import form from './form/Form.module.css';
import classes from './Workspace.module.css';

interface QuestionEditorProps {
  question: Question;
  vocabulary: Schema<'Vocabulary'>;
  playback: Playback;
  onLanes: (lanes: readonly Lane[]) => void;
  /** Brings the form to the front, when another tab is open. */
  onShow: () => void;
}

/** Writing a question: the form, saving by itself, and submitting. */
export function QuestionEditor({ question, vocabulary, playback, onLanes, onShow }: QuestionEditorProps) {
  const { draft, act, history, undo, redo, saver, saving } = useDraft(question);
  useWorkTime(question.project, 'authoring', () => playback.getState().playing);
  const { t } = useI18n();
  const submit = useSubmitQuestion(question.id);
  const [withdrawing, setWithdrawing] = useState(false);
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const task = taskOf(vocabulary, question);
  const findings = useMemo<Finding[]>(
    () => [...asFindings(saving.refusals), ...question.findings],
    [saving.refusals, question.findings],
  );
  const shown = shownFields(draft.items.length, draft.evidence.length, Object.keys(draft.rubric_scores));
  const elsewhere = findings.filter(({ field }) => !shown.has(field));
  const errors = countErrors(findings);

  const addEvidence = (): void => {
    const selection = selectionOf(playback.getState().marks);
    if (selection !== null) {
      act({ type: 'add_evidence', start: selection.start, end: selection.end });
      playback.setMarks({ start: null, end: null });
    }
  };
  const toFirstError = (): void => {
    onShow();
    setAsked(true);
    window.setTimeout(goToFirstError);
  };
  const goToFirstError = (): void => {
    const first = place.current?.querySelector('[data-level="error"]');
    const field = first?.closest('[data-field]')?.getAttribute('data-field');
    if (field !== null && field !== undefined) {
      jumpToField(field.split(' ')[0] ?? field);
    } else {
      first?.scrollIntoView({ block: 'center' });
    }
  };
  const send = async (): Promise<void> => {
    const saved = await saver.flush();
    if (saved && !submit.isPending) {
      submit.mutate(saver.getState().version, {
        // The checks of the server count, not what was last shown: show what they say now.
        onError: (error) => error instanceof ApiError && error.fields.length > 0 && toFirstError(),
      });
    }
  };
  const press = (): void => {
    if (errors > 0 && saving.status === 'saved') {
      toFirstError();
    } else {
      void send();
    }
  };
  useKeys([
    { keys: ['X'], label: 'keys.workspace.evidence', group: 'marking', run: addEvidence },
    { keys: ['Mod+Enter'], label: 'keys.workspace.submit', group: 'question', whileTyping: true, run: press },
    { keys: ['Mod+Z'], label: 'keys.workspace.undo', group: 'question', run: undo },
    { keys: ['Mod+Shift+Z', 'Mod+Y'], label: 'keys.workspace.redo', group: 'question', run: redo },
  ]);
  useFormLanes(draft, act, onLanes);

  // Nobody is told off for what they have not begun: a new question shows its errors when one asks for them.
  const untouched = question.state === 'draft' && question.revision.version === 1 && !asked;
  const state: FormState = { draft, act, task, vocabulary, findings: untouched ? NO_FINDINGS : findings, playback };
  return (
    <FormProvider value={state}>
      <div ref={place} className={classes.panel}>
        <div className={form.form}>
          <SaveNotices saver={saver} saving={saving} onReplace={(content) => act({ type: 'replace', content })} />
          {question.state === 'returned' && (
            <FeedbackPanel questionId={question.id} version={question.revision.version} revising isText={task.answer_form === 'text'} settled={false} playback={playback} />
          )}
          <DraftMark question={question} saved={saving.status === 'saved'} />
          <QuestionForm question={question} onAddEvidence={addEvidence} />
          <FindingLines findings={untouched ? NO_FINDINGS : elsewhere} />
          <Opinions question={question} saved={saving.status === 'saved'} />
          {withdrawing && <ReasonPanel questionId={question.id} act="withdrawal" onClose={() => setWithdrawing(false)} />}
          {!withdrawing && question.actions.includes('withdraw') && (
            <div>
              <Button size="xs" variant="default" onClick={() => setWithdrawing(true)}>
                {t('workspace.withdraw')}
              </Button>
            </div>
          )}
        </div>
      </div>
      <SubmitBar
        question={question}
        saver={saver}
        saving={saving}
        history={history}
        onUndo={undo}
        onRedo={redo}
        errors={errors}
        warnings={untouched ? NO_FINDINGS : findings.filter(({ level }) => level === 'warning')}
        submitting={submit.isPending}
        error={submit.error}
        onPress={press}
      />
    </FormProvider>
  );
}

const NO_FINDINGS: readonly Finding[] = [];

function taskOf(vocabulary: Schema<'Vocabulary'>, { granularity, task }: Question) {
  const found = vocabulary.tasks.find((each) => each.granularity === granularity && each.type === task);
  if (found === undefined) {
    throw new Error(`The server names no task "${task}" for ${granularity}`);
  }
  return found;
}

/** Shows evidence and stages in the timeline, where they can be moved. */
function useFormLanes(
  draft: FormState['draft'],
  act: FormState['act'],
  onLanes: (lanes: readonly Lane[]) => void,
): void {
  const { t } = useI18n();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const { evidence, items } = draft;
  useEffect(() => {
    const rows = { evidence: evidence.map((row) => ({ ...row })), items: items.map((row) => ({ ...row })) };
    onLanes([
      {
        ...evidenceLane(rows, t),
        onEdge: (place, edge, time, gesture) => {
          const row = evidence[Number(place)];
          if (row !== undefined) {
            latest.current({ type: 'change_evidence', key: row.key, changes: { [edge]: roundToMillis(time) } }, gesture);
          }
        },
        onPick: (place) => jumpToField(`evidence.${place}`),
      },
      ...stageLanes(rows, t).map((lane) => ({ ...lane, onPick: (place: string) => jumpToField(`items.${place}`) })),
    ]);
  }, [evidence, items, onLanes, t]);
  useEffect(() => () => onLanes([]), [onLanes]);
}
