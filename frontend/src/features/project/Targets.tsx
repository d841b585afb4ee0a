import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import { vocabularyQuery } from '@/api/vocabulary';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, FormBody, PlainTable, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { projectQuery, type Project } from '@/session/queries';
import { useChangeProject } from './queries';
import { scaledTargets, totalOf, type Targets as Counts } from './targetCounts';

/** How many accepted questions each task shall have; the published benchmark's shares are offered as an example. */
export function Targets() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(projectQuery(project.id));
  const vocabulary = useQuery(vocabularyQuery);
  return (
    <Section title={t('targets.title')} note={t('targets.note')}>
      <QueryView query={query}>
        {(data) => (
          <QueryView query={vocabulary}>{({ tasks }) => <TargetsForm project={data} tasks={tasks} />}</QueryView>
        )}
      </QueryView>
    </Section>
  );
}

function TargetsForm({ project, tasks }: { project: Project; tasks: Schema<'Vocabulary'>['tasks'] }) {
  const { t, number } = useI18n();
  const change = useChangeProject(project.id);
  const saved: Counts = { clip: { ...project.targets.clip }, episode: { ...project.targets.episode } };
  const [counts, setCounts] = useState(saved);
  const [total, setTotal] = useState<number | string>(totalOf(saved) || tasks.reduce((sum, task) => sum + task.published_count, 0));
  const same = JSON.stringify(sorted(counts)) === JSON.stringify(sorted(saved));
  const put = (granularity: 'clip' | 'episode', task: string, value: number | string): void => {
    const others = Object.entries(counts[granularity]).filter(([name]) => name !== task);
    const own = typeof value === 'number' && value > 0 ? [[task, value] as const] : [];
    setCounts({ ...counts, [granularity]: Object.fromEntries([...others, ...own]) });
  };
  return (
    <FormBody>
      <PlainTable headers={[t('targets.task'), t('targets.count')]}>
        {tasks.map(({ granularity, type }) => (
          <tr key={granularity + type}>
            <td>
              {granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={type} />
            </td>
            <td>
              <NumberInput
                size="xs"
                aria-label={t('targets.count_of', { task: type })}
                min={0}
                max={1_000_000}
                allowDecimal={false}
                allowNegative={false}
                value={counts[granularity][type] ?? ''}
                onChange={(value) => put(granularity, type, value)}
                styles={{ wrapper: { maxWidth: 110 } }}
              />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('home.total')}</th>
          <td>{number(totalOf(counts))}</td>
        </tr>
      </PlainTable>
      <Buttons>
        <NumberInput
          size="xs"
          aria-label={t('targets.total')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          value={total}
          onChange={setTotal}
          styles={{ wrapper: { maxWidth: 110 } }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={typeof total !== 'number' || total < 1}
          onClick={() => typeof total === 'number' && setCounts(scaledTargets(tasks, total))}
        >
          {t('targets.as_published')}
        </Button>
      </Buttons>
      <ErrorLine error={change.error} />
      <Buttons>
        <Button loading={change.isPending} disabled={same} onClick={() => change.mutate({ targets: counts })}>
          {t('action.save')}
        </Button>
        {change.isSuccess && same && <span role="status">{t('action.saved')}</span>}
      </Buttons>
    </FormBody>
  );
}

const sorted = ({ clip, episode }: Counts) => [clip, episode].map((of) => Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1)));
