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
  /** Inside a page's own margins. */
  inset?: boolean;
}

export function EmptyState({ icon: Icon, title, text, action, inset = false }: EmptyStateProps) {
  return (
    <div className={`${classes.box ?? ''} ${inset ? (classes.inset ?? '') : ''}`}>
      <h2 className={classes.head}>
        {Icon !== undefined && <Icon size={18} aria-hidden />}
        {title}
      </h2>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
