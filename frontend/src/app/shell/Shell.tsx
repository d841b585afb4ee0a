import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { IconMenu2, IconSearch, IconWifiOff } from '@tabler/icons-react';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useI18n } from '@/i18n/I18n';
import { useKeyListener, useKeys } from '@/keys/useKeys';
import { useKeptLanguage } from '@/session/useLanguage';
import { homeProject, useMe, type CurrentProject } from '@/session/project';
import { KeyHelp } from '../KeyHelp';
import { Palette } from '../palette/Palette';
import { JobTray } from '../tray/JobTray';
import { Rail } from './Rail';
import { useFolded } from './useFolded';
import classes from './Shell.module.css';

/** The project of the address; where it names none, the one that the person was in last. */
function useShownProject(): CurrentProject | null {
  const me = useMe();
  const named = useMatches({
    select: (matches) => {
      for (const { context } of matches) {
        if ('project' in context) {
          return context.project;
        }
      }
      return null;
    },
  });
  return named ?? homeProject(me);
}

export function Shell() {
  const { t } = useI18n();
  const project = useShownProject();
  const { online } = useNetwork();
  const [folded, setFolded] = useFolded();
  const [menuOpen, menu] = useDisclosure(false);
  const [findOpen, find] = useDisclosure(false);
  const [helpOpen, help] = useDisclosure(false);

  useKeptLanguage();
  useKeyListener();
  useKeys([
    {
      keys: ['Mod+K'],
      label: 'keys.palette',
      group: 'anywhere',
      whileTyping: true,
      enabled: project !== null,
      run: find.toggle,
    },
    { keys: ['?'], label: 'keys.help', group: 'anywhere', run: help.open },
  ]);

  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        {t('app.skip')}
      </a>
      <aside className={classes.side} data-folded={folded} aria-label={t('app.narrow_menu')}>
        <Rail project={project} folded={folded} onFold={setFolded} onFind={find.open} onHelp={help.open} />
      </aside>
      <div className={classes.column}>
        <header className={classes.top}>
          <ActionIcon size="lg" aria-label={t('app.narrow_menu')} aria-expanded={menuOpen} onClick={menu.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <span className={classes.topName}>{project?.name ?? t('app.name')}</span>
          {project !== null && (
            <ActionIcon size="lg" aria-label={t('palette.open')} onClick={find.open}>
              <IconSearch size={20} />
            </ActionIcon>
          )}
        </header>
        {!online && (
          <div className={classes.offline} role="status">
            <IconWifiOff size={16} aria-hidden />
            {t('app.offline')}
          </div>
        )}
        <main id="page" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
        {project !== null && <JobTray key={project.id} project={project} />}
      </div>
      <Drawer
        opened={menuOpen}
        onClose={menu.close}
        size={264}
        title={t('app.name')}
        padding={8}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Rail
          project={project}
          folded={false}
          onFind={() => {
            menu.close();
            find.open();
          }}
          onHelp={() => {
            menu.close();
            help.open();
          }}
          onNavigate={menu.close}
        />
      </Drawer>
      {project !== null && <Palette project={project} opened={findOpen} onClose={find.close} />}
      <KeyHelp opened={helpOpen} onClose={help.close} />
    </div>
  );
}
