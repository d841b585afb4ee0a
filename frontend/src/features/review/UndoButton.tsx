import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { KeyHint } from './KeyHint';
import { useNow } from './useNow';
import type { Undo } from './useUndo';
import classes from './Bar.module.css';

/** Takes the last verdict back, while that can be done; says for which item and for how long. */
export function UndoButton({ undo }: { undo: Undo }) {
  const { t } = useI18n();
  const { last } = undo;
  const now = useNow(250);
  if (last === null) {
    return undo.error === null ? null : (
      <div className={classes.full}>
        <ErrorLine error={undo.error} />
      </div>
    );
  }
  return (
    <Button
      className={classes.undo}
      variant="default"
      loading={undo.busy}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      aria-keyshortcuts="U"
      rightSection={<KeyHint keys="U" />}
      onClick={undo.run}
    >
      {t(last.decision === 'accept' ? 'verdict.undo_accept' : 'verdict.undo_reject', {
        id: last.questionId,
        seconds: Math.max(1, Math.ceil((last.end - now) / 1000)),
      })}
    </Button>
  );
}
