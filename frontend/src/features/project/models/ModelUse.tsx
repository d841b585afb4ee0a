import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, PlainTable, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { modelUseQuery, useSetBudget } from './queries';

/** What the project's calls came to, and what became of drafts. */
export function ModelUse() {
  const { t, number, percent } = useI18n();
  const project = useProject();
  const query = useQuery(modelUseQuery(project.id));
  const share = (value: number | null): string => (value === null ? '–' : percent(value));
  return (
    <QueryView query={query}>
      {({ budget, may_set_budget: maySet, calls, drafts }) => (
        <>
          <Section title={t('models.cost')} note={t('models.cost_note')}>
            <p>
              {budget.limit === null
                ? t('models.no_budget', { spent: budget.spent.toFixed(4) })
                : t('models.budget', { limit: budget.limit.toFixed(2), spent: budget.spent.toFixed(4), reserved: budget.reserved.toFixed(4) })}
            </p>
            {maySet && <BudgetForm limit={budget.limit} />}
            {calls.length === 0 ? (
              <p>{t('models.no_calls')}</p>
            ) : (
              <PlainTable
                headers={[t('models.endpoint'), t('models.prompt'), t('models.calls'), t('models.succeeded'), t('models.lost'), t('models.failures'), t('models.tokens'), t('models.cost_sum'), t('models.seconds')]}
              >
                {calls.map((row) => (
                  <tr key={`${row.endpoint} ${row.purpose} ${row.prompt_version}`}>
                    <td>{row.endpoint}</td>
                    <td>{row.prompt_version === '' ? row.purpose : row.prompt_version}</td>
                    <td>{number(row.attempts)}</td>
                    <td>{number(row.succeeded)}</td>
                    <td>{number(row.lost)}</td>
                    <td>{Object.entries(row.failures).map(([code, count]) => `${code}: ${number(count)}`).join(', ')}</td>
                    <td>{`${number(row.input_tokens)} / ${number(row.output_tokens)}`}</td>
                    <td>{`${row.bound > 0 ? '≤ ' : ''}${row.cost.toFixed(4)}`}</td>
                    <td>{row.milliseconds === null ? '–' : number(Math.round(row.milliseconds / 100) / 10)}</td>
                  </tr>
                ))}
              </PlainTable>
            )}
          </Section>
          <Section title={t('models.survival')} note={t('models.survival_note')}>
            {drafts.length === 0 ? (
              <p>{t('models.no_drafts')}</p>
            ) : (
              <PlainTable
                headers={[t('targets.task'), t('models.prompt'), t('models.asked'), t('models.arrived'), t('models.unsupported'), t('models.failed'), t('models.dropped'), t('models.taken'), t('models.submitted'), t('models.accepted'), t('models.kept'), t('models.edited')]}
              >
                {drafts.map((row) => (
                  <tr key={`${row.task} ${row.prompt_version}`}>
                    <td>
                      <TaskText task={row.task} />
                    </td>
                    <td>{row.prompt_version}</td>
                    {([row.asked, row.arrived, row.unsupported, row.failed, row.dropped, row.taken, row.submitted, row.accepted] as const).map(
                      (count, place) => (
                        <td key={place}>{number(count)}</td>
                      ),
                    )}
                    <td>{share(row.share_kept)}</td>
                    <td>{share(row.edited)}</td>
                  </tr>
                ))}
              </PlainTable>
            )}
          </Section>
        </>
      )}
    </QueryView>
  );
}

function BudgetForm({ limit }: { limit: number | null }) {
  const { t } = useI18n();
  const project = useProject();
  const set = useSetBudget(project.id);
  const [value, setValue] = useState<number | string>(limit ?? '');
  return (
    <>
      <Buttons>
        <NumberInput
          size="xs"
          aria-label={t('models.budget_field')}
          min={0}
          decimalScale={2}
          value={value}
          onChange={setValue}
          styles={{ wrapper: { maxWidth: 140 } }}
        />
        <Button size="xs" variant="default" loading={set.isPending} disabled={typeof value !== 'number'} onClick={() => typeof value === 'number' && set.mutate(value)}>
          {t('models.set_budget')}
        </Button>
      </Buttons>
      <ErrorLine error={set.error} />
    </>
  );
}
