import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFolderOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '@/api/client';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { FormBody, PageBody, PlainTable, Section } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { LANGUAGES, type Language } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import { useMe } from '@/session/project';
import { meQuery, projectsQuery } from '@/session/queries';

/** Choosing a project, and making one for those who may. */
export function ProjectsPage() {
  const { t } = useI18n();
  const me = useMe();
  const query = useQuery(projectsQuery);
  return (
    <>
      <PageHeader title={t('projects.title')} />
      <PageBody>
        <QueryView query={query}>
          {({ results }) =>
            results.length === 0 ? (
              !me.is_staff && (
                <EmptyState inset icon={IconFolderOff} title={t('projects.none')} text={t('projects.none_text')} />
              )
            ) : (
              <Section title={t('projects.yours')}>
                <PlainTable headers={[t('projects.name'), t('projects.protocol')]}>
                  {results.map(({ id, name, protocol }) => (
                    <tr key={id}>
                      <td>
                        <Anchor
                          renderRoot={(props) => (
                            <Link to="/projects/$projectId" params={{ projectId: id }} {...props} />
                          )}
                        >
                          {name}
                        </Anchor>
                      </td>
                      <td>{protocol}</td>
                    </tr>
                  ))}
                </PlainTable>
              </Section>
            )
          }
        </QueryView>
        {me.is_staff && <NewProject />}
      </PageBody>
    </>
  );
}

function NewProject() {
  const i18n = useI18n();
  const { t } = i18n;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '', guideline: i18n.language },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, guideline }: { name: string; guideline: Language }) =>
      unwrap(api.POST('/api/v1/projects', { body: { name, protocol: 'longemobench', guideline } })),
    onSuccess: async ({ id }) => {
      await Promise.all([queries.refetchQueries(meQuery), queries.invalidateQueries({ queryKey: ['projects'] })]);
      await navigate({ to: '/projects/$projectId', params: { projectId: id } });
    },
    onError: (error) => form.setErrors(fieldMessages(error, i18n)),
  });
  return (
    <Section title={t('projects.new')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormBody>
          <TextInput
            label={t('projects.name')}
            description={t('projects.name_note')}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={t('projects.guideline')}
            description={t('projects.guideline_note')}
            data={LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('guideline')}
          />
          <ErrorLine error={create.error} fields={['name', 'guideline']} />
          <div>
            <Button type="submit" loading={create.isPending}>
              {t('projects.create')}
            </Button>
          </div>
        </FormBody>
      </form>
    </Section>
  );
}
