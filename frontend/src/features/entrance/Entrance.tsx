import { SegmentedControl } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Brand } from '@/components/Brand';
import { LANGUAGES } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import classes from './Entrance.module.css';

interface EntranceProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages that are seen before the login. */
export function Entrance({ title, text, children }: EntranceProps) {
  const { t, language, setLanguage } = useI18n();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return (
    <main className={classes.page}>
      <div className={classes.top}>
        <SegmentedControl
          size="xs"
          aria-label={t('language.switch')}
          data={LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <div className={classes.box}>
        <div className={classes.brand}>
          <Brand />
          {t('app.name')}
        </div>
        <h1 className={classes.title}>{title}</h1>
        {Boolean(text) && <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
