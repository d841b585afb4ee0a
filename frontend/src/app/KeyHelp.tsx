import { Drawer } from '@mantine/core';
import { Fragment } from 'react';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import type { KeyBinding, KeyGroup } from '@/keys/registry';
import { useKeyList } from '@/keys/useKeys';
import classes from './KeyHelp.module.css';

const GROUPS: readonly KeyGroup[] = ['playback', 'marking', 'question', 'verdict', 'list', 'anywhere'];

/** What the keys do on this page, read from the registry itself. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={400}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p className={classes.note}>{t('keys.note')}</p>
      <KeyGroups />
    </Drawer>
  );
}

function KeyGroups() {
  const { t } = useI18n();
  const bindings = useKeyList();
  // A page may override a key of the shell: the last one registered under a combination is the one that counts.
  const winners = bindings.filter(
    (binding, index) =>
      !bindings.slice(index + 1).some((later) => binding.keys.every((combo) => later.keys.includes(combo))),
  );
  return GROUPS.map((group) => {
    const rows = winners.filter((binding) => binding.group === group);
    return (
      rows.length > 0 && (
        <section key={group} aria-label={t(`keys.group.${group}`)}>
          <h3 className={classes.group}>{t(`keys.group.${group}`)}</h3>
          {rows.map((binding) => (
            <KeyRow key={binding.keys.join()} binding={binding} />
          ))}
        </section>
      )
    );
  });
}

function KeyRow({ binding }: { binding: KeyBinding }) {
  const { t } = useI18n();
  return (
    <div className={classes.row} data-off={binding.enabled === false}>
      <span>{t(binding.label)}</span>
      <span className={classes.keys}>
        {binding.keys.map((combo, index) => (
          <Fragment key={combo}>
            {index > 0 && t('keys.or')}
            <KeyCaps keys={combo} />
          </Fragment>
        ))}
      </span>
    </div>
  );
}
