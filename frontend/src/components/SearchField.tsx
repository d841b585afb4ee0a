import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '@/i18n/I18n';

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
}

/** A filter by text; the address follows a moment after the last letter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { t } = useI18n();
  const [text, setText] = useState(value ?? '');
  const [seen, setSeen] = useState(value);
  const send = useDebouncedCallback((next: string) => onSearch(next.trim() === '' ? undefined : next.trim()), 300);
  if (seen !== value) {
    // Cleared from outside, such as by "Clear filters" or the browser's Back.
    setSeen(value);
    if ((value ?? '') !== text.trim()) {
      setText(value ?? '');
    }
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('filter.clear_search')}
            onClick={() => {
              setText('');
              onSearch(undefined);
            }}
          />
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      style={{ width: 220 }}
    />
  );
}
