import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import classes from './Timeline.module.css';

interface LaneNameProps {
  name: string;
  height: number;
  folded: boolean;
  onToggle: () => void;
}

/** The name of a lane, which folds it. */
export function LaneName({ name, height, folded, onToggle }: LaneNameProps) {
  const { t } = useI18n();
  const Icon = folded ? IconChevronRight : IconChevronDown;
  return (
    <button
      type="button"
      className={classes.laneName}
      style={{ height }}
      aria-expanded={!folded}
      aria-label={t('timeline.fold', { name })}
      title={name}
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
      <span className={classes.laneText}>{name}</span>
    </button>
  );
}
