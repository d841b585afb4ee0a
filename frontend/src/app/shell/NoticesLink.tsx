import { Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useI18n } from '@/i18n/I18n';
import { unreadQuery } from '@/session/notices';
import classes from './Rail.module.css';

interface NoticesLinkProps {
  folded: boolean;
  onNavigate?: (() => void) | undefined;
}

/** The bell, with how many notices are unread. */
export function NoticesLink({ folded, onNavigate }: NoticesLinkProps) {
  const { t, tn, number } = useI18n();
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t('notice.bell') : tn('notice.bell_unread', unread);
  return (
    <Tooltip label={label} position="right" disabled={!folded} openDelay={100}>
      <Link to="/notices" className={classes.link} onClick={onNavigate}>
        <IconBell size={18} aria-hidden />
        <span className="le-visually-hidden">{label}</span>
        <span className={classes.text} aria-hidden>
          {t('notice.bell')}
        </span>
        {unread > 0 && (
          <span className={classes.count} data-folded={folded} aria-hidden>
            {number(unread)}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
