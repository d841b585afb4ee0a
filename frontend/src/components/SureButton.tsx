import { Button, Popover, Text, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';

interface SureButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'loading' | 'disabled'> {
  children: ReactNode;
  /** For screen readers, when the button's text alone does not say which thing it acts on. */
  label?: string;
  /** What will happen. */
  warning: string;
  /** The button that does it. */
  confirm: string;
  onSure: () => void;
}

/** A button for what cannot be undone: says what will happen beside itself, and does it on the second press. */
export function SureButton({ children, label, warning, confirm, onSure, ...button }: SureButtonProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Button {...button} aria-label={label} onClick={() => setOpen((before) => !before)}>
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text mb={12}>{warning}</Text>
        <Button
          size="xs"
          color="red"
          mr={8}
          onClick={() => {
            setOpen(false);
            onSure();
          }}
        >
          {confirm}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen(false)}>
          {t('action.cancel')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
