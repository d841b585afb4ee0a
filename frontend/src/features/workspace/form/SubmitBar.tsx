import { Button } from '@mantine/core';
import { ErrorLine } from '@/components/ErrorPanel';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { History } from '@/lib/history';
import type { Question } from '../queries';
import { UndoButtons } from '../UndoButtons';
import type { DraftSaver, SaverState } from './DraftSaver';
import type { Finding } from './findings';
import { FindingLines } from './Findings';
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
  /** What does not block it, to be read before. */
  warnings: readonly Finding[];
  submitting: boolean;
  error: unknown;
  onPress: () => void;
}

/** Always in sight: whether it is saved, what is left to do, and the button that submits. */
export function SubmitBar({ question, saver, saving, history, onUndo, onRedo, errors, warnings, submitting, error, onPress }: SubmitBarProps) {
  const { t, tn } = useI18n();
  const cutting = question.revision.clip.state === 'cutting';
  return (
    <div className={classes.bar}>
      {errors === 0 && warnings.length > 0 && (
        // It scrolls, so it can be reached without a mouse.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.warned} role="group" aria-label={t('form.warnings_left')} tabIndex={0}>
          <FindingLines findings={warnings} />
        </div>
      )}
      <SaveStatus saver={saver} saving={saving} />
      <UndoButtons history={history} onUndo={onUndo} onRedo={onRedo} />
      <span className={classes.push} />
      {errors > 0 ? (
        <Button variant="default" onClick={onPress}>
          {tn('form.errors_left', errors)}
        </Button>
      ) : (
        <Button loading={submitting} rightSection={<KeyCaps keys="Mod+Enter" />} onClick={onPress}>
          {warnings.length > 0 ? tn('form.submit_warned', warnings.length) : t('form.submit')}
        </Button>
      )}
      {cutting && <span className={classes.note}>{t('form.cutting')}</span>}
      <ErrorLine error={error} />
    </div>
  );
}
