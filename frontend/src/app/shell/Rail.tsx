import { Tooltip } from '@mantine/core';
import { IconKeyboard, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { CurrentProject } from '@/session/project';
import { navigationFor } from '../navigation';
import { AccountMenu } from './AccountMenu';
import { NoticesLink } from './NoticesLink';
import { LanguageMenu, ThemeMenu } from './PreferenceMenus';
import { ProjectSwitcher } from './ProjectSwitcher';
import classes from './Rail.module.css';

interface RailProps {
  project: CurrentProject | null;
  folded: boolean;
  /** Folds or unfolds; missing where the rail is a drawer. */
  onFold?: (folded: boolean) => void;
  onFind: () => void;
  /** Shows what the keys do. */
  onHelp: () => void;
  onNavigate?: () => void;
}

/** The left rail: project, search, the pages that the person's roles open, and what belongs to the person. */
export function Rail({ project, folded, onFold, onFind, onHelp, onNavigate }: RailProps) {
  const { t } = useI18n();
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const foldLabel = t(folded ? 'nav.expand' : 'nav.collapse');
  return (
    <div className={classes.rail} data-folded={folded}>
      <div className={classes.head}>
        <ProjectSwitcher project={project} />
        {project !== null && (
          <Hint label={t('palette.open')} on={folded}>
            <button type="button" className={classes.button} onClick={onFind}>
              <IconSearch size={18} aria-hidden />
              <span className={classes.text}>{t('palette.open')}</span>
              <span className={classes.tail} aria-hidden>
                <KeyCaps keys="Mod+K" />
              </span>
            </button>
          </Hint>
        )}
      </div>
      <nav aria-label={t('nav.label')} style={{ display: 'contents' }}>
        <ul className={classes.list}>
          {project !== null &&
            navigationFor(project).map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Hint label={t(label)} on={folded}>
                  <Link
                    to={to}
                    params={{ projectId: project.id }}
                    activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
                    className={classes.link}
                    onClick={onNavigate}
                  >
                    <Icon size={18} aria-hidden />
                    <span className={classes.text}>{t(label)}</span>
                  </Link>
                </Hint>
              </li>
            ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <NoticesLink folded={folded} onNavigate={onNavigate} />
        <Hint label={t('keys.help')} on={folded}>
          <button type="button" className={classes.button} onClick={onHelp}>
            <IconKeyboard size={18} aria-hidden />
            <span className={classes.text}>{t('keys.help')}</span>
            <span className={classes.tail} aria-hidden>
              <KeyCaps keys="?" />
            </span>
          </button>
        </Hint>
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu onNavigate={onNavigate} />
        {onFold !== undefined && (
          <Hint label={foldLabel} on={folded}>
            <button
              type="button"
              className={classes.button}
              aria-expanded={!folded}
              onClick={() => onFold(!folded)}
            >
              <FoldIcon size={18} aria-hidden />
              <span className={classes.text}>{foldLabel}</span>
            </button>
          </Hint>
        )}
      </div>
    </div>
  );
}

function Hint({ label, on, children }: { label: string; on: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!on} openDelay={100}>
      {children}
    </Tooltip>
  );
}
