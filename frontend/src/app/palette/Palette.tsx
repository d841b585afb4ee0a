import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import type { CurrentProject } from '@/session/project';
import classes from './Palette.module.css';
import { paletteQuery } from './queries';
import { usePaletteGroups, type PaletteEntry } from './usePaletteGroups';

interface PaletteProps {
  project: CurrentProject;
  opened: boolean;
  onClose: () => void;
}

/** Ctrl-K: videos, questions, people and pages by a few letters. */
export function Palette({ project, opened, onClose }: PaletteProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title={<span className="le-visually-hidden">{t('palette.open')}</span>}
      padding={0}
      size={560}
      yOffset="12vh"
      transitionProps={{ duration: 80 }}
      classNames={{ header: classes.header ?? '' }}
    >
      <PaletteBody project={project} onClose={onClose} />
    </Modal>
  );
}

function PaletteBody({ project, onClose }: Omit<PaletteProps, 'opened'>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [asked] = useDebouncedValue(text.trim(), 150);
  const { data, error, isFetching } = useQuery({ ...paletteQuery(project, asked), placeholderData: keepPreviousData });
  const groups = usePaletteGroups(project, text.trim(), asked === '' ? undefined : data);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries[Math.min(at, entries.length - 1)];

  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry !== undefined) {
      onClose();
      void navigate(entry.go);
    }
  };
  const move = (by: number): void => {
    const next = (Math.min(at, entries.length - 1) + by + entries.length) % Math.max(1, entries.length);
    setAt(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') choose(current);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.body}>
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
        aria-label={t('palette.open')}
        placeholder={t('palette.placeholder')}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('palette.open')} className={classes.list}>
        {groups.map(({ title, entries: rows }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes.group} aria-hidden>
              {title}
            </div>
            {rows.map((entry) => (
              <Option
                key={entry.id}
                entry={entry}
                id={`${listId}-${entry.id}`}
                selected={entry === current}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
        {entries.length === 0 && (
          <p className={classes.nothing} role="status">
            {error !== null
              ? t('palette.failed')
              : isFetching || asked !== text.trim()
                ? t('palette.searching')
                : t('palette.nothing', { query: text.trim() })}
          </p>
        )}
      </div>
    </div>
  );
}

interface OptionProps {
  entry: PaletteEntry;
  id: string;
  selected: boolean;
  onChoose: () => void;
}

function Option({ entry, id, selected, onChoose }: OptionProps) {
  const Icon = entry.icon;
  return (
    // The field keeps the focus and its arrow keys move the choice, as the combobox pattern has it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" tabIndex={-1} aria-selected={selected} className={classes.option} onClick={onChoose}>
      <Icon size={16} aria-hidden />
      <span className={classes.text}>{entry.text}</span>
      {entry.note !== undefined && <span className={classes.note}>{entry.note}</span>}
    </div>
  );
}
