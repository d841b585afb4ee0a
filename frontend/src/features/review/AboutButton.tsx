import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { translated } from '@/i18n/dynamic';
import { useI18n, type I18n } from '@/i18n/I18n';
import type { Assignment } from './queries';
import { focusOn, PLACES, type Desk } from './useDesk';

/** What a field of the record is called on the page. */
export function fieldName(i18n: I18n, { reference }: Assignment, field: string): string {
  const [root, , place] = field.split('.');
  if (root === 'answer_details') {
    return reference?.answer_details?.items[Number(place)]?.id ?? field;
  }
  if (root === 'evidence') {
    return i18n.t('verdict.evidence_number', { number: Number(field.split('.')[1]) + 1 });
  }
  return translated(i18n, `verdict.field.${field}`, field);
}

/** Beside a part of the item while a comment is written: makes the comment one about that part. */
export function AboutButton({ desk, field }: { desk: Desk; field: string }) {
  const i18n = useI18n();
  const { draft, standing, skipping } = desk;
  if (standing !== 'live' || skipping || draft.decision === '') {
    return null;
  }
  const chosen = draft.comment_field === field;
  const label = i18n.t('verdict.about_this', { name: fieldName(i18n, desk.assignment, field) });
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        aria-pressed={chosen}
        variant={chosen ? 'light' : 'subtle'}
        color={chosen ? 'accent' : 'gray'}
        onClick={() => {
          desk.change({ comment_field: chosen ? '' : field });
          focusOn(PLACES.comment);
        }}
      >
        <IconMessage2 size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
