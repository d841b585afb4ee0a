import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IconType } from '@/components/Chip';
import { LANGUAGES, type PlainMessageKey } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import { useChooseLanguage } from '@/session/useLanguage';
import classes from './Rail.module.css';

interface Choice {
  id: string;
  name: string;
}

interface PreferenceMenuProps {
  label: string;
  icon: ReactNode;
  value: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
}

function PreferenceMenu({ label, icon, value, choices, onChoose }: PreferenceMenuProps) {
  const current = choices.find(({ id }) => id === value)?.name ?? '';
  return (
    <Menu position="right-end" width={180}>
      <Menu.Target>
        <button type="button" className={classes.button}>
          {icon}
          <span className={classes.text}>
            <span className="le-visually-hidden">{label}: </span>
            {current}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {choices.map(({ id, name }) => (
          <Menu.Item
            key={id}
            role="menuitemradio"
            aria-checked={id === value}
            onClick={() => onChoose(id)}
            rightSection={id === value ? <IconCheck size={16} aria-hidden /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function LanguageMenu() {
  const { t, language } = useI18n();
  const { choose, failed } = useChooseLanguage();
  return (
    <>
      <PreferenceMenu
        label={t('language.switch')}
        icon={<IconLanguage size={18} aria-hidden />}
        value={language}
        choices={LANGUAGES}
        onChoose={(id) => {
          const chosen = LANGUAGES.find((one) => one.id === id);
          if (chosen !== undefined) {
            choose(chosen.id);
          }
        }}
      />
      {failed && (
        <p role="status" className={classes.note}>
          {t('language.not_kept')}
        </p>
      )}
    </>
  );
}

const SCHEMES: Record<MantineColorScheme, { label: PlainMessageKey; icon: IconType }> = {
  light: { label: 'theme.light', icon: IconSun },
  dark: { label: 'theme.dark', icon: IconMoon },
  auto: { label: 'theme.auto', icon: IconDeviceDesktop },
};

export function ThemeMenu() {
  const { t } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = SCHEMES[colorScheme].icon;
  return (
    <PreferenceMenu
      label={t('theme.switch')}
      icon={<Icon size={18} aria-hidden />}
      value={colorScheme}
      choices={Object.entries(SCHEMES).map(([id, { label }]) => ({ id, name: t(label) }))}
      onChoose={(id) => setColorScheme(id as MantineColorScheme)}
    />
  );
}
