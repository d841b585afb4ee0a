import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '@/components/CopyField';
import { useI18n } from '@/i18n/I18n';
import { differingFields, fieldText } from './differences';
import { contentOf, type Content } from './draft';
import type { DraftSaver, SaverState } from './DraftSaver';
import classes from './Form.module.css';

interface SaveNoticesProps {
  saver: DraftSaver;
  saving: SaverState;
  onReplace: (content: Content) => void;
}

/** What must not be missed about saving: two versions, a question that closed meanwhile, text found in this browser. */
export function SaveNotices({ saver, saving, onReplace }: SaveNoticesProps) {
  const { t } = useI18n();
  const [seen, setSeen] = useState(false);
  if (saving.status === 'conflict') {
    return <Conflict saver={saver} saving={saving} onReplace={onReplace} />;
  }
  if (saving.status === 'closed') {
    return (
      <section className={classes.panel} role="alert">
        <p className={classes.text}>{saving.detail}</p>
        <p className={classes.text}>{t('save.closed_text')}</p>
        <CopyField label={t('save.your_text')} value={JSON.stringify(saving.content)} />
      </section>
    );
  }
  if (saving.restored && !seen) {
    return (
      <section className={classes.panel} role="status">
        <p className={classes.text}>{t('save.restored')}</p>
        <div>
          <Button size="xs" variant="default" onClick={() => setSeen(true)}>
            {t('action.close')}
          </Button>
        </div>
      </section>
    );
  }
  return null;
}

function Conflict({ saver, saving, onReplace }: SaveNoticesProps) {
  const { t, dateTime } = useI18n();
  const { theirs, content } = saving;
  if (theirs === null) {
    return null;
  }
  const other = contentOf(theirs);
  return (
    <section className={classes.panel} data-tone="returned" role="alert" aria-label={t('save.conflict')}>
      <p className={classes.text}>
        <b>{t('save.conflict')}</b>
      </p>
      <p className={classes.text}>{t('save.conflict_text', { when: dateTime(theirs.saved_at), version: theirs.version })}</p>
      {differingFields(content, other).map((field) => (
        <div key={field}>
          <b>{t(`content.${field}`)}</b>
          <div className={classes.two}>
            <p className={classes.version}>{fieldText(content, field) || '–'}</p>
            <p className={classes.version}>{fieldText(other, field) || '–'}</p>
          </div>
        </div>
      ))}
      <div className={classes.two}>
        <Button size="xs" onClick={() => saver.keepMine()}>
          {t('save.keep_mine')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onReplace(saver.takeTheirs())}>
          {t('save.take_theirs')}
        </Button>
      </div>
    </section>
  );
}
