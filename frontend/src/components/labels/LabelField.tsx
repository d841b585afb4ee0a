import { IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type AriaAttributes, type KeyboardEvent, type ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { useI18n } from '@/i18n/I18n';
import { LabelOptions } from './LabelOptions';
import { groupLabels, MOST_SHOWN, searchLabels, type Match } from './labelSearch';
import classes from './LabelField.module.css';

interface LabelFieldProps {
  name: string;
  /** The field's name in forms that jump to it. */
  field: string;
  vocabulary: Schema<'Vocabulary'>;
  chosen: readonly string[];
  onChange: (labels: readonly string[]) => void;
  aria?: AriaAttributes;
  /** What is wrong with it, below. */
  children?: ReactNode;
}

/** A set of labels: a field that filters as one types, with the definitions in sight. */
export function LabelField({ name, field, vocabulary, chosen, onChange: put, aria = {}, children }: LabelFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const groups = groupLabels(vocabulary.labels, vocabulary.label_groups);
  const matches: Match[] =
    typed.trim() === ''
      ? groups.flatMap(({ labels }) => labels.map((label) => ({ label, by: null })))
      : searchLabels(vocabulary.labels, typed);

  const toggle = (label: string): void => {
    put(chosen.includes(label) ? chosen.filter((each) => each !== label) : [...chosen, label]);
    // Closed, so that it covers nothing; the next letter opens it again.
    close();
    input.current?.focus();
  };
  const type = (text: string): void => {
    setTyped(text);
    setOpen(true);
    setActive(text.trim() === '' ? -1 : 0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const digit = /^[1-9]$/.test(event.key) ? matches[Number(event.key) - 1] : undefined;
    if (digit !== undefined && open) {
      event.preventDefault();
      toggle(digit.label.name);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => (matches.length === 0 ? -1 : (before + step + matches.length + (before < 0 && step < 0 ? 1 : 0)) % matches.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const match = matches[active];
      if (open && match !== undefined) {
        toggle(match.label.name);
      }
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setTyped('');
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) {
      put(chosen.slice(0, -1));
    }
  };
  const close = (): void => {
    setOpen(false);
    setTyped('');
    setActive(-1);
  };

  return (
    <div className={classes.picker} data-field={field} role="group" aria-label={name}>
      <label className={classes.label} htmlFor={`${listId}-input`}>
        {name}
      </label>
      <div className={classes.anchor}>
        <div className={classes.box} data-invalid={aria['aria-invalid']}>
          {chosen.map((label) => (
            <span key={label} className={classes.chosen}>
              {displayOf(vocabulary.labels, label)}
              <button type="button" aria-label={t('form.remove_label', { label, side: name })} onClick={() => put(chosen.filter((each) => each !== label))}>
                <IconX size={13} aria-hidden />
              </button>
            </span>
          ))}
          <input
            ref={input}
            id={`${listId}-input`}
            className={classes.input}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={chosen.length === 0 ? t('form.type_label') : ''}
            value={typed}
            onClick={() => setOpen(true)}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={close}
            {...aria}
          />
        </div>
        {open && (
          <LabelOptions
            id={listId}
            name={name}
            matches={matches}
            groups={typed.trim() === '' ? groups : null}
            chosen={chosen}
            active={active}
            numbered={MOST_SHOWN}
            onActive={setActive}
            onPick={toggle}
          />
        )}
      </div>
      {children}
    </div>
  );
}

const displayOf = (labels: readonly { name: string; display: string }[], name: string): string =>
  labels.find((label) => label.name === name)?.display ?? name;
