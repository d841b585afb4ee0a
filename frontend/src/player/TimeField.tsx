import { TextInput } from '@mantine/core';
import { useState, type Ref } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds, parseTime } from '@/lib/time';
import classes from './TimeField.module.css';

interface TimeFieldProps {
  /** For screen readers; the field stands in a row that shows what it is. */
  label: string;
  value: number | null;
  /** A time that was typed and can be read; null when the field was emptied. */
  onCommit: (time: number | null) => void;
  /** Enter or Escape was pressed, and there is nothing left to correct. */
  onDone?: () => void;
  /** A problem with the value, shown as the field's description. */
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  id?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A position in a video to read and to type: 11:32.480, 1:02:03 or 692.48. Enter takes it, Escape puts it back. */
export function TimeField({ label, value, onCommit, error, onDone, disabled, required = false, id, ref }: TimeFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const [unread, setUnread] = useState(false);
  // While somebody is in the field its text stands still, however the video plays on.
  const [held, setHeld] = useState<string | null>(null);
  const shown = value === null ? '' : formatSeconds(value);
  const commit = (): boolean => {
    if (typed === null || typed.trim() === (held ?? shown)) {
      setTyped(null);
      setUnread(false);
      return true;
    }
    const time = typed.trim() === '' && !required ? null : parseTime(typed);
    if (time === null && (typed.trim() !== '' || required)) {
      setUnread(true);
      return false;
    }
    setTyped(null);
    setUnread(false);
    onCommit(time);
    return true;
  };
  const problem = unread ? t('player.time_unread') : error;
  return (
    <TextInput
      ref={ref}
      id={id}
      aria-label={label}
      aria-invalid={problem !== undefined}
      title={problem}
      className={classes.field}
      classNames={{ input: classes.input ?? '' }}
      size="xs"
      data-time="true"
      value={typed ?? held ?? shown}
      placeholder="0:00.000"
      disabled={disabled}
      error={problem !== undefined}
      onFocus={(event) => {
        setHeld(shown);
        event.currentTarget.select();
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setHeld(null);
        commit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          const taken = commit();
          event.currentTarget.blur();
          if (taken) {
            onDone?.();
          }
        } else if (event.key === 'Escape') {
          event.stopPropagation();
          setTyped(null);
          setUnread(false);
          event.currentTarget.value = shown;
          event.currentTarget.blur();
          onDone?.();
        }
      }}
    />
  );
}
