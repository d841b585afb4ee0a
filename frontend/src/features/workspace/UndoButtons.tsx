import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { History } from '@/lib/history';
import { IconPress } from '@/player';

interface UndoButtonsProps {
  history: History<unknown>;
  onUndo: () => void;
  onRedo: () => void;
}

export function UndoButtons({ history, onUndo, onRedo }: UndoButtonsProps) {
  const { t } = useI18n();
  return (
    <>
      <IconPress label={t('keys.workspace.undo')} icon={IconArrowBackUp} disabled={history.past.length === 0} onPress={onUndo} />
      <IconPress label={t('keys.workspace.redo')} icon={IconArrowForwardUp} disabled={history.future.length === 0} onPress={onRedo} />
    </>
  );
}
