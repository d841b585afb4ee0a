import type { ReactNode } from 'react';
import type { IconType } from './Chip';
import classes from './States.module.css';

interface EmptyStateProps {
  icon?: IconType;
  /** What comes here. */
  title: string;
  text?: ReactNode;
  /** The first step. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.box}>
      <h2 className={classes.head}>
        {Icon !== undefined && <Icon size={18} aria-hidden />}
        {title}
      </h2>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
