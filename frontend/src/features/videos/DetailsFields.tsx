import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { vocabularyQuery } from '@/api/vocabulary';
import type { Translate } from '@/i18n/I18n';
import { useI18n } from '@/i18n/I18n';
import type { VideoDetails } from './queries';

export const DETAIL_FIELDS = ['title', 'source_from', 'domain', 'licence', 'terms', 'language'] as const;

/** What the form itself can refuse, before the server is asked. */
export function validateDetails(t: Translate, { titled = true } = {}): Record<string, (value: string) => string | null> {
  const needed = (value: string): string | null => (value.trim() === '' ? t('field.required') : null);
  const shared = { source_from: needed, domain: needed, licence: needed };
  return titled ? { title: needed, ...shared } : shared;
}

const LICENCES = ['CC BY 4.0', 'CC BY-SA 4.0', 'CC BY-NC 4.0', 'CC0 1.0', 'Public domain'];

interface DetailsFieldsProps {
  form: UseFormReturnType<VideoDetails>;
  /** Several videos have titles of their own and the rest in common. */
  titled?: boolean;
}

/** The fields for what a person says about a video. */
export function DetailsFields({ form, titled = true }: DetailsFieldsProps) {
  const { t } = useI18n();
  const { data: vocabulary } = useQuery(vocabularyQuery);
  return (
    <>
      {titled && <TextInput label={t('videos.title_field')} withAsterisk {...form.getInputProps('title')} />}
      <TextInput
        label={t('videos.source')}
        description={t('videos.source_note')}
        withAsterisk
        {...form.getInputProps('source_from')}
      />
      <Autocomplete
        label={t('videos.domain')}
        description={t('videos.domain_note')}
        data={vocabulary?.domains ?? []}
        withAsterisk
        {...form.getInputProps('domain')}
      />
      <Autocomplete
        label={t('videos.licence')}
        description={t('videos.licence_note')}
        data={LICENCES}
        withAsterisk
        {...form.getInputProps('licence')}
      />
      <Textarea
        label={t('videos.terms')}
        description={t('videos.terms_note')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('terms')}
      />
      <TextInput
        label={t('videos.language')}
        description={t('videos.language_note')}
        {...form.getInputProps('language')}
      />
    </>
  );
}
