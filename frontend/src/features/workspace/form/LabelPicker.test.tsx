import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '@/api/client';
import { I18nProvider } from '@/i18n/I18n';
import { Playback } from '@/player';
import { draftOf, labelsOf, reduceDraft, type Content, type Draft, type Task } from './draft';
import { FormProvider } from './FormContext';
import { LabelPicker } from './LabelPicker';

const label = (name: string, group: string, definition: string, ...synonyms: string[]): Schema<'EmoticLabel'> => ({
  name, display: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, group, definition, synonyms,
});

const vocabulary = {
  labels: [
    label('peace', 'positive', 'At ease.', 'calm'),
    label('anger', 'hostile', 'Strong displeasure.', 'furious'),
    label('annoyance', 'hostile', 'Bothered by something.', 'irritated'),
  ],
  label_groups: ['positive', 'hostile'],
} as unknown as Schema<'Vocabulary'>;

const empty = {
  question_text: '', labels: [], answer_text: '', items: [], details_description: '', components_rule: '',
  rubric_family: '', rubric_criterion: '', rubric_scores: {}, evidence: [], include_subtitles: true, author_note: '', clip: 1,
} satisfies Content;

/** The last draft that the form held. */
const held: { draft: Draft } = { draft: draftOf(empty) };

function Form() {
  const [draft, setDraft] = useState(() => draftOf(empty));
  useEffect(() => {
    held.draft = draft;
  }, [draft]);
  return (
    <FormProvider
      value={{
        draft,
        act: (action) => setDraft((before) => reduceDraft(before, action)),
        task: { answer_form: 'transition' } as Task,
        vocabulary,
        findings: [{ field: 'labels.before', code: 'labels_missing', level: 'error', message: 'Choose one.' }],
        playback: new Playback(),
      }}
    >
      <LabelPicker side="before" />
    </FormProvider>
  );
}

const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Before' });

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  render(
    <MantineProvider>
      <I18nProvider initial="en">
        <Form />
      </I18nProvider>
    </MantineProvider>,
  );
});

it('finds a label by another word for it, shows its definition, and takes it with Enter', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'furi');
  expect(screen.getByRole('option')).toHaveTextContent('Strong displeasure.');
  await user.keyboard('{Enter}');
  expect(labelsOf(held.draft, 'before')).toEqual(['anger']);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveValue('');
});

it('picks by number and by arrows, and takes the last one back with Backspace', async () => {
  const user = userEvent.setup();
  await user.click(field());
  expect(screen.getAllByRole('option')).toHaveLength(3);
  await user.keyboard('2');
  await user.keyboard('an{ArrowDown}{Enter}');
  expect(labelsOf(held.draft, 'before')).toEqual(['anger', 'annoyance']);
  await user.keyboard('{Backspace}');
  expect(labelsOf(held.draft, 'before')).toEqual(['anger']);
});

it('takes a label away by its button, and a second time it is chosen', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'peace{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove peace from Before' }));
  expect(labelsOf(held.draft, 'before')).toEqual([]);
  await user.type(field(), 'peace{Enter}peace{Enter}');
  expect(labelsOf(held.draft, 'before')).toEqual([]);
});

it('says at the field what the checks found', () => {
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription('Error: Choose one.');
});
