import { Button, Checkbox, FileInput, Group, Radio, Select, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/problems';
import { ErrorLine, ErrorPanel } from '@/components/ErrorPanel';
import { PageBody, Section } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { useI18n } from '@/i18n/I18n';
import { membersQuery } from '@/session/members';
import { useMe, useProject } from '@/session/project';
import { Found } from './Found';
import { useImportRecords } from './queries';
import classes from './Import.module.css';

/** Existing records made into questions: checked first, then imported, all of them or none. */
export function ImportPage() {
  const { t } = useI18n();
  const project = useProject();
  return project.has('admin') ? (
    <>
      <PageHeader title={t('import.title')} note={t('import.note')} />
      <PageBody>
        <ImportForm />
      </PageBody>
    </>
  ) : (
    <ErrorPanel error={new ApiError(403, 'role_missing', '')} />
  );
}

function ImportForm() {
  const { t } = useI18n();
  const project = useProject();
  const me = useMe();
  const members = useQuery(membersQuery(project.id));
  const [files, setFiles] = useState<File[]>([]);
  const [state, setState] = useState<'draft' | 'accepted'>('draft');
  const [author, setAuthor] = useState(me.id);
  const [skipClashes, setSkipClashes] = useState(false);
  const check = useImportRecords();
  const store = useImportRecords();
  // What was checked is no longer what would be imported.
  const anew = (): void => {
    check.reset();
    store.reset();
  };
  const choice = { project: project.id, files, state, author, skipClashes };
  const people = (members.data?.results ?? []).filter(
    ({ roles, ended_at }) => ended_at === null && (roles.includes('annotator') || roles.includes('admin')),
  );
  const authors = [
    { value: String(me.id), label: me.name },
    ...people.filter(({ user }) => user.id !== me.id).map(({ user }) => ({ value: String(user.id), label: user.name })),
  ];
  const shown = store.data ?? check.data ?? null;
  return (
    <>
      <Section title={t('import.files')}>
        <Stack gap={16} className={classes.form}>
          <FileInput
            multiple
            clearable
            clearButtonProps={{ 'aria-label': t('import.clear') }}
            label={t('import.choose')}
            description={t('import.choose_note')}
            placeholder={t('import.pick')}
            accept=".json,.jsonl,.ndjson"
            leftSection={<IconFileImport size={16} aria-hidden />}
            value={files}
            onChange={(next) => {
              setFiles(next);
              anew();
            }}
          />
          <Radio.Group
            label={t('import.as')}
            value={state}
            onChange={(next) => {
              setState(next === 'accepted' ? 'accepted' : 'draft');
              anew();
            }}
          >
            <Stack gap={8} mt={8}>
              <Radio value="draft" label={t('import.as.draft')} description={t('import.as.draft_note')} />
              <Radio value="accepted" label={t('import.as.accepted')} description={t('import.as.accepted_note')} />
            </Stack>
          </Radio.Group>
          <Select
            label={t('import.author')}
            description={t('import.author_note')}
            data={authors}
            value={String(author)}
            allowDeselect={false}
            onChange={(next) => {
              setAuthor(Number(next));
              anew();
            }}
          />
          <ErrorLine error={members.error} />
          <Checkbox
            label={t('import.skip')}
            description={t('import.skip_note')}
            checked={skipClashes}
            onChange={(event) => {
              setSkipClashes(event.currentTarget.checked);
              anew();
            }}
          />
          <Group gap={8}>
            <Button
              variant="default"
              disabled={files.length === 0 || store.isPending}
              loading={check.isPending}
              onClick={() => {
                store.reset();
                check.mutate({ ...choice, dryRun: true });
              }}
            >
              {t('import.check')}
            </Button>
            <Button
              disabled={check.data?.ok !== true || check.data.questions === 0 || store.isSuccess}
              loading={store.isPending}
              onClick={() => store.mutate({ ...choice, dryRun: false })}
            >
              {t('import.store')}
            </Button>
          </Group>
          <ErrorLine error={check.error ?? store.error} />
        </Stack>
      </Section>
      <div aria-live="polite">{shown !== null && <Found found={shown} />}</div>
    </>
  );
}
