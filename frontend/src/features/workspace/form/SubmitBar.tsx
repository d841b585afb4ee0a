import { Button } from '@mantine/core';
import { ErrorLine } from '@/components/ErrorPanel';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { History } from '@/lib/history';
import type { Question } from '../queries';
import { UndoButtons } from '../UndoButtons';
import type { DraftSaver, SaverState } from './DraftSaver';
import { SaveStatus } from './SaveStatus';
import classes from './Form.module.css';

interface SubmitBarProps {
  question: Question;
  saver: DraftSaver;
  saving: SaverState;
  history: History<unknown>;
  onUndo: () => void;
  onRedo: () => void;
  /** How many findings block the submission. */
  errors: number;
  submitting: boolean;
  error: unknown;
  onPress: () => void;
}

/** Always in sight: whether it is saved, what is left to do, and the button that submits. */
export function SubmitBar({ question, saver, saving, history, onUndo, onRedo, errors, submitting, error, onPress }: SubmitBarProps) {
  const { t, tn } = useI18n();
  const cutting = question.revision.clip.state === 'cutting';
  return (
    <div className={classes.bar} data-foot>
      <SaveStatus saver={saver} saving={saving} />
      <UndoButtons history={history} onUndo={onUndo} onRedo={onRedo} />
      <span className={classes.push} />
      {errors > 0 ? (
        <Button variant="default" onClick={onPress}>
          {tn('form.errors_left', errors)}
        </Button>
      ) : (
        <Button loading={submitting} rightSection={<KeyCaps keys="Mod+Enter" />} onClick={onPress}>
          {t('form.submit')}
        </Button>
      )}
      {cutting && <span className={classes.note}>{t('form.cutting')}</span>}
      <ErrorLine error={error} />
    </div>
  );
}
