import type { ComponentType, ReactNode } from 'react';
import classes from './Chip.module.css';

export type Tone = 'draft' | 'review' | 'returned' | 'accepted' | 'removed' | 'quiet';

export type IconType = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

interface ChipProps {
  tone: Tone;
  /** A colour never stands alone: each chip has its icon and its text. */
  icon: IconType;
  children: ReactNode;
}

export function Chip({ tone, icon: Icon, children }: ChipProps) {
  return (
    <span className={`${classes.chip ?? ''} ${classes[tone] ?? ''}`}>
      <Icon size={13} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
