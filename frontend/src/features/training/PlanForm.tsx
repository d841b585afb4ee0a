import { Button, NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, FormBody, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { planQuery, useChangePlan, type Plan } from './queries';

/** What the project asks for before live work. */
export function PlanForm() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(planQuery(project.id));
  return (
    <Section title={t('training.tab.plan')} note={t('training.plan_note')}>
      <QueryView query={query}>{(plan) => <Fields plan={plan} />}</QueryView>
    </Section>
  );
}

const NARROW = { wrapper: { maxWidth: 160 } };

function Fields({ plan }: { plan: Plan }) {
  const { t } = useI18n();
  const project = useProject();
  const change = useChangePlan(project.id);
  const between = (low: number, high: number) => (value: number | string) =>
    typeof value === 'number' && value >= low && value <= high ? null : t('training.range', { low, high });
  const form = useForm({
    initialValues: {
      reviewer_required: plan.reviewer_required,
      annotator_required: plan.annotator_required,
      hours_required: plan.hours_required,
      practice_length: plan.practice_length,
      max_runs: plan.max_runs,
      reviewer_percent: Math.round(plan.reviewer_threshold * 100),
      annotator_percent: Math.round(plan.annotator_threshold * 100),
      gold_percent: Math.round(plan.gold_rate * 100),
    },
    validate: {
      hours_required: between(0, 1000),
      practice_length: between(1, 100),
      max_runs: between(1, 20),
      reviewer_percent: between(0, 100),
      annotator_percent: between(0, 100),
      gold_percent: between(0, 50),
    },
  });
  const save = form.onSubmit(({ reviewer_percent, annotator_percent, gold_percent, ...rest }) =>
    change.mutate(
      {
        ...rest,
        reviewer_threshold: reviewer_percent / 100,
        annotator_threshold: annotator_percent / 100,
        gold_rate: gold_percent / 100,
      },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <FormBody>
        <Switch
          label={t('training.reviewer_required')}
          description={t('training.reviewer_required_note')}
          {...form.getInputProps('reviewer_required', { type: 'checkbox' })}
        />
        <Switch
          label={t('training.annotator_required')}
          description={t('training.annotator_required_note')}
          {...form.getInputProps('annotator_required', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('training.hours')}
          description={t('training.hours_note')}
          min={0}
          styles={NARROW}
          {...form.getInputProps('hours_required')}
        />
        <NumberInput
          label={t('training.practice_length')}
          allowDecimal={false}
          styles={NARROW}
          {...form.getInputProps('practice_length')}
        />
        <NumberInput
          label={t('training.max_runs')}
          allowDecimal={false}
          styles={NARROW}
          {...form.getInputProps('max_runs')}
        />
        <NumberInput
          label={t('training.reviewer_threshold')}
          description={t('training.threshold_note')}
          suffix=" %"
          styles={NARROW}
          {...form.getInputProps('reviewer_percent')}
        />
        <NumberInput
          label={t('training.annotator_threshold')}
          suffix=" %"
          styles={NARROW}
          {...form.getInputProps('annotator_percent')}
        />
        <NumberInput
          label={t('gold.rate')}
          description={t('gold.rate_note')}
          suffix=" %"
          styles={NARROW}
          {...form.getInputProps('gold_percent')}
        />
        <ErrorLine error={change.error} />
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
