import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';

/** A text to take away, such as a link that is shown once. */
export function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  const { t } = useI18n();
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: 1 }}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {t(copied ? 'action.copied' : 'action.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
