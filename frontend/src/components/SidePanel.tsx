import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import classes from './SidePanel.module.css';

/** A page with room for a panel at its right side; on narrow screens the panel covers the page. */
export function WithPanel({ children, panel }: { children: ReactNode; panel: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.content}>{children}</div>
      {panel}
    </div>
  );
}

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useI18n();
  const id = useId();
  useKeys([{ keys: ['Escape'], label: 'keys.panel.close', group: 'list', run: onClose }]);
  return (
    <aside className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <ActionIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}
