import { Button, Checkbox, Group, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, FormBody, PlainTable, Section } from '@/components/Page';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { SureButton } from '@/components/SureButton';
import { useI18n } from '@/i18n/I18n';
import { endpointsQuery, useCreateEndpoint, useRetireEndpoint, useTryEndpoint, type Endpoint, type NewEndpoint } from './queries';

const ABILITIES = ['frames', 'video', 'audio', 'json_schema', 'json_object', 'embeddings'] as const;
const FIELDS = ['name', 'base_url', 'model', 'key', 'abilities', 'max_concurrent', 'max_per_minute', 'input_price', 'output_price'];

/** The endpoints of the installation, for its staff. A key goes in and is never shown again. */
export function Endpoints() {
  const { t } = useI18n();
  const query = useQuery(endpointsQuery);
  return (
    <Section title={t('models.endpoints')} note={t('models.endpoints_note')}>
      <QueryView query={query}>
        {({ results }) =>
          results.length > 0 && (
            <PlainTable
              headers={[t('models.name'), t('models.model'), t('models.abilities'), t('models.key'), t('models.limits'), <span key="acts" className="le-visually-hidden">{t('models.acts')}</span>]}
            >
              {results.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </PlainTable>
          )
        }
      </QueryView>
      <EndpointForm />
    </Section>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { t, number } = useI18n();
  const trial = useTryEndpoint();
  const retire = useRetireEndpoint();
  const { id, name, model, abilities, key, max_concurrent, max_per_minute, retired_at } = endpoint;
  return (
    <tr>
      <td>{name}</td>
      <td>{model}</td>
      <td>{abilities.map((one) => t(`models.ability.${one}`)).join(', ')}</td>
      <td>{t(key === 'none' ? 'models.key.none' : key === 'stored' ? 'models.key.stored' : 'models.key.variable')}</td>
      <td>{t('models.limits_text', { concurrent: number(max_concurrent), minute: number(max_per_minute) })}</td>
      <td>
        {retired_at !== null ? (
          t('models.retired')
        ) : (
          <Group gap={8}>
            <Button size="compact-xs" variant="default" loading={trial.isPending} aria-label={t('models.try_one', { name })} onClick={() => trial.mutate(id)}>
              {t('models.try')}
            </Button>
            <SureButton
              size="compact-xs"
              variant="default"
              label={t('models.retire_one', { name })}
              warning={t('models.retire_warning')}
              confirm={t('models.retire')}
              loading={retire.isPending}
              onSure={() => retire.mutate(id)}
            >
              {t('models.retire')}
            </SureButton>
          </Group>
        )}
        {trial.data !== undefined && (
          <div role="status">{t('models.tried', { model: trial.data.model, seconds: number(trial.data.milliseconds / 1000) })}</div>
        )}
        <ErrorLine error={trial.error ?? retire.error} />
      </td>
    </tr>
  );
}

function EndpointForm() {
  const i18n = useI18n();
  const { t } = i18n;
  const create = useCreateEndpoint();
  const form = useForm({
    initialValues: {
      name: '', base_url: '', model: '', key: '', abilities: ['json_schema'] as NewEndpoint['abilities'] & string[],
      max_concurrent: 4, max_per_minute: 60, input_price: 0, output_price: 0,
    },
  });
  const save = form.onSubmit(({ key, ...rest }) =>
    create.mutate(
      { ...rest, ...(key === '' ? {} : { key }) },
      { onSuccess: () => form.reset(), onError: (error) => form.setErrors(fieldMessages(error, i18n)) },
    ),
  );
  return (
    <form onSubmit={save} noValidate autoComplete="off">
      <FormBody>
        <TextInput label={t('models.name')} required {...form.getInputProps('name')} />
        <TextInput label={t('models.address')} description={t('models.address_note')} required {...form.getInputProps('base_url')} />
        <TextInput label={t('models.model')} required {...form.getInputProps('model')} />
        <PasswordInput label={t('models.key')} description={t('models.key_note')} autoComplete="new-password" {...form.getInputProps('key')} />
        <Checkbox.Group label={t('models.abilities')} {...form.getInputProps('abilities')}>
          <Group gap={12} mt={6}>
            {ABILITIES.map((one) => (
              <Checkbox key={one} value={one} label={t(`models.ability.${one}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group gap={12}>
          <NumberInput label={t('models.concurrent')} min={1} max={1000} allowDecimal={false} {...form.getInputProps('max_concurrent')} />
          <NumberInput label={t('models.per_minute')} min={1} max={100000} allowDecimal={false} {...form.getInputProps('max_per_minute')} />
        </Group>
        <Group gap={12}>
          <NumberInput label={t('models.input_price')} min={0} decimalScale={4} {...form.getInputProps('input_price')} />
          <NumberInput label={t('models.output_price')} min={0} decimalScale={4} {...form.getInputProps('output_price')} />
        </Group>
        <ErrorLine error={create.error} fields={FIELDS} />
        <Buttons>
          <Button type="submit" loading={create.isPending}>
            {t('models.add')}
          </Button>
        </Buttons>
      </FormBody>
    </form>
  );
}
