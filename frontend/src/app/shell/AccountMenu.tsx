import { Menu } from '@mantine/core';
import { IconLogout, IconServerCog, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '@/i18n/I18n';
import { useMe } from '@/session/project';
import { useLogOut } from '@/session/useLogOut';
import classes from './Rail.module.css';

export function AccountMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useI18n();
  const me = useMe();
  const logOut = useLogOut();
  return (
    <Menu position="right-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <IconUserCircle size={18} aria-hidden />
          <span className={classes.text}>
            <span className="le-visually-hidden">{t('account.menu')} </span>
            {me.name}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/account" {...props} />}
          onClick={onNavigate}
        >
          {t('account.page')}
        </Menu.Item>
        {me.has_server_pages && (
          <Menu.Item leftSection={<IconServerCog size={16} aria-hidden />} component="a" href="/admin/">
            {t('account.admin')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => logOut.mutate()}>
          {t('account.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
