import { ActionIcon, Tooltip } from '@mantine/core';
import type { ComponentType } from 'react';
import classes from './IconPress.module.css';

interface IconPressProps {
  /** What it does: shown on hover, read by screen readers. */
  label: string;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** For what is on or off. */
  pressed?: boolean;
  disabled?: boolean;
  small?: boolean;
  onPress: () => void;
}

/** A button that is only an icon. */
export function IconPress({ label, icon: Icon, pressed, disabled = false, small = false, onPress }: IconPressProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.icon}
        size={small ? 22 : 26}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        variant={pressed === true ? 'light' : 'subtle'}
        color={pressed === true ? 'accent' : 'gray'}
        onClick={onPress}
      >
        <Icon size={small ? 15 : 18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
