import { Button, NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, FormBody, Section } from '@/components/Page';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { projectQuery, type Project } from '@/session/queries';
import { useChangeProject } from './queries';

const FIELDS = ['name', 'max_rounds', 'double_rejection', 'hide_author', 'min_watched_share', 'episode_watching', 'blind_answers'];

export function Settings() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(projectQuery(project.id));
  return (
    <Section title={t('project.tab.settings')}>
      <QueryView query={query}>{(data) => <SettingsForm project={data} />}</QueryView>
    </Section>
  );
}

function SettingsForm({ project }: { project: Project }) {
  const i18n = useI18n();
  const { t } = i18n;
  const change = useChangeProject(project.id);
  const form = useForm({
    initialValues: {
      name: project.name,
      max_rounds: project.max_rounds,
      double_rejection: project.double_rejection,
      hide_author: project.hide_author,
      episode_watching: project.episode_watching,
      blind_answers: project.blind_answers,
      watched_percent: Math.round(project.min_watched_share * 100),
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('field.required') : null),
      max_rounds: (value) => (Number.isInteger(value) && value >= 1 && value <= 10 ? null : t('project.rounds_range')),
      watched_percent: (value) => (value >= 0 && value <= 100 ? null : t('project.watched_range')),
    },
  });
  const save = form.onSubmit(({ watched_percent, ...rest }) =>
    change.mutate(
      { ...rest, min_watched_share: watched_percent / 100 },
      {
        onSuccess: () => form.resetDirty(),
        onError: (error) => {
          const { min_watched_share, ...messages } = fieldMessages(error, i18n);
          form.setErrors(min_watched_share === undefined ? messages : { ...messages, watched_percent: min_watched_share });
        },
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <FormBody>
        <TextInput label={t('projects.name')} {...form.getInputProps('name')} />
        <NumberInput
          label={t('project.max_rounds')}
          description={t('project.max_rounds_note')}
          min={1}
          max={10}
          allowDecimal={false}
          styles={{ wrapper: { maxWidth: 160 } }}
          {...form.getInputProps('max_rounds')}
        />
        <Radio.Group label={t('project.double_rejection')} {...form.getInputProps('double_rejection')}>
          <Stack gap={8} mt={8}>
            <Radio value="remove" label={t('project.double_rejection.remove')} />
            <Radio value="return" label={t('project.double_rejection.return')} />
          </Stack>
        </Radio.Group>
        <Switch
          label={t('project.hide_author')}
          description={t('project.hide_author_note')}
          {...form.getInputProps('hide_author', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('project.watched')}
          description={t('project.watched_note')}
          suffix=" %"
          min={0}
          max={100}
          styles={{ wrapper: { maxWidth: 160 } }}
          {...form.getInputProps('watched_percent')}
        />
        <Radio.Group label={t('project.episode_watching')} {...form.getInputProps('episode_watching')}>
          <Stack gap={8} mt={8}>
            <Radio value="whole" label={t('project.episode_watching.whole')} />
            <Radio value="evidence" label={t('project.episode_watching.evidence')} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('project.blind_answers')}
          description={t('project.blind_answers_note')}
          {...form.getInputProps('blind_answers')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="required" label={t('project.blind_answers.required')} />
            <Radio value="optional" label={t('project.blind_answers.optional')} />
            <Radio value="off" label={t('project.blind_answers.off')} />
          </Stack>
        </Radio.Group>
        <ErrorLine error={change.error} fields={FIELDS} />
        <Buttons>
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {t('action.save')}
          </Button>
          {change.isSuccess && !form.isDirty() && <span role="status">{t('action.saved')}</span>}
        </Buttons>
      </FormBody>
    </form>
  );
}
