import { Menu } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useI18n } from '@/i18n/I18n';
import { useMe, type CurrentProject } from '@/session/project';
import classes from './Rail.module.css';

export function ProjectSwitcher({ project }: { project: CurrentProject | null }) {
  const { t } = useI18n();
  const me = useMe();
  const navigate = useNavigate();
  const name = project?.name ?? t('app.name');
  const open = (id: number): void => {
    void navigate({ to: '/projects/$projectId', params: { projectId: id } });
  };
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={`${classes.button ?? ''} ${classes.project ?? ''}`}>
          <span className={classes.mark} aria-hidden>
            {String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()}
          </span>
          <span className={classes.text} title={name}>
            <span className="le-visually-hidden">{t('project.current')} </span>
            {name}
          </span>
          <IconSelector size={16} aria-hidden className={classes.tail} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('project.switch')}</Menu.Label>
        {me.memberships.map(({ project: { id, name: other } }) => (
          <Menu.Item
            key={id}
            onClick={() => open(id)}
            rightSection={id === project?.id ? <IconCheck size={16} aria-hidden /> : null}
          >
            {other}
          </Menu.Item>
        ))}
        {me.memberships.length > 0 && me.is_staff && <Menu.Divider />}
        {me.is_staff && (
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/projects" {...props} />}
          >
            {t('project.new')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
