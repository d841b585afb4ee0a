import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { FormBody, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { choicesQuery, useChoose } from './queries';

/** Which endpoint the project asks for what. */
export function Choices() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(choicesQuery(project.id));
  const choose = useChoose(project.id);
  return (
    <Section title={t('models.choices')} note={t('models.choices_note')}>
      <QueryView query={query}>
        {({ purposes, endpoints }) => (
          <FormBody>
            {endpoints.length === 0 && <p>{t('models.none')}</p>}
            {purposes.map(({ purpose, endpoint }) => (
              <Select
                key={purpose}
                label={t(`models.purpose.${purpose}`)}
                description={t(`models.purpose_note.${purpose}`)}
                placeholder={t('models.nobody')}
                clearable
                disabled={choose.isPending}
                clearButtonProps={{ 'aria-label': t('models.clear', { purpose: t(`models.purpose.${purpose}`) }) }}
                data={endpoints
                  .filter(({ abilities }) => abilities.includes('embeddings') === (purpose === 'embeddings'))
                  .map(({ id, name, model }) => ({ value: String(id), label: `${name} (${model})` }))}
                value={endpoint === null ? null : String(endpoint.id)}
                onChange={(value) => choose.mutate({ purpose, endpoint: value === null ? null : Number(value) })}
              />
            ))}
            <ErrorLine error={choose.error} />
          </FormBody>
        )}
      </QueryView>
    </Section>
  );
}
