import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { History } from '@/lib/history';

interface UndoButtonsProps {
  history: History<unknown>;
  onUndo: () => void;
  onRedo: () => void;
}

export function UndoButtons({ history, onUndo, onRedo }: UndoButtonsProps) {
  const { t } = useI18n();
  return (
    <>
      <Tooltip label={t('keys.workspace.undo')}>
        <ActionIcon aria-label={t('keys.workspace.undo')} disabled={history.past.length === 0} onClick={onUndo}>
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('keys.workspace.redo')}>
        <ActionIcon aria-label={t('keys.workspace.redo')} disabled={history.future.length === 0} onClick={onRedo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
