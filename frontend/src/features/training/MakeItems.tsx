import { Button, NumberInput, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import {
  acceptedQuery,
  flawsQuery,
  useMakeItem,
  useMakeSeveral,
  type Flaw,
  type Use,
} from './queries';
import classes from './Training.module.css';

const USES = ['practice', 'gold'] as const;
const SOUND = 'none';

/** Copies of accepted questions: one by one, or several at once. */
export function MakeItems() {
  const { t } = useI18n();
  const [use, setUse] = useState<Use>('practice');
  return (
    <div className={classes.box}>
      <Select
        label={t('training.use')}
        description={t('training.use_note')}
        allowDeselect={false}
        maw={320}
        data={USES.map((value) => ({ value, label: t(`training.use.${value}`) }))}
        value={use}
        onChange={(value) => setUse(USES.find((one) => one === value) ?? 'practice')}
      />
      <Several use={use} />
      <One use={use} />
    </div>
  );
}

/** A place to look that differs from call to call, for the server to choose by. */
const anySeed = (): number => Math.floor(Math.random() * 2 ** 31);

function Several({ use }: { use: Use }) {
  const { t, tn } = useI18n();
  const project = useProject();
  const make = useMakeSeveral(project.id);
  const [count, setCount] = useState<number | string>(10);
  const [percent, setPercent] = useState<number | string>(60);
  const valid = typeof count === 'number' && count >= 1 && typeof percent === 'number';
  return (
    <>
      <div className={classes.fields}>
        <NumberInput label={t('training.count')} min={1} max={200} allowDecimal={false} w={120} value={count} onChange={setCount} />
        <NumberInput label={t('training.flawed_share')} min={0} max={100} suffix=" %" w={140} value={percent} onChange={setPercent} />
        <Button
          loading={make.isPending}
          disabled={!valid}
          onClick={() =>
            make.mutate({ use, count: Number(count), flawed_share: Number(percent) / 100, seed: anySeed() })
          }
        >
          {t('training.make_several')}
        </Button>
        {make.data !== undefined && <span role="status">{tn('training.made_items', make.data.made)}</span>}
      </div>
      <ErrorLine error={make.error} />
    </>
  );
}

function One({ use }: { use: Use }) {
  const { t } = useI18n();
  const project = useProject();
  const make = useMakeItem(project.id);
  const [search, setSearch] = useState('');
  const [question, setQuestion] = useState<number | null>(null);
  const [flaw, setFlaw] = useState<Flaw | null>(null);
  const [explanation, setExplanation] = useState('');
  const accepted = useQuery(acceptedQuery(project.id, search));
  const possible = useQuery({ ...flawsQuery(project.id, question ?? 0), enabled: question !== null });
  const flaws = possible.data?.flaws ?? [];
  return (
    <details>
      <summary>{t('training.make_one')}</summary>
      <div className={classes.fields}>
        <Select
          label={t('training.question')}
          searchable
          clearable
          w={420}
          nothingFoundMessage={t('questions.none_match')}
          filter={({ options }) => options}
          onSearchChange={(text) => setSearch(text.split(' · ')[0] ?? '')}
          data={(accepted.data?.results ?? []).map(({ id, public_id, question_text }) => ({
            value: String(id),
            label: `${public_id} · ${question_text}`,
          }))}
          value={question === null ? null : String(question)}
          onChange={(value) => {
            setQuestion(value === null ? null : Number(value));
            setFlaw(null);
          }}
        />
        <Select
          label={t('training.flaw')}
          allowDeselect={false}
          disabled={question === null || possible.isPending}
          data={[
            { value: SOUND, label: t('training.flaw.none') },
            ...flaws.map((value) => ({ value, label: t(`training.flaw.${value}`) })),
          ]}
          value={flaw ?? SOUND}
          onChange={(value) => setFlaw(flaws.find((one) => one === value) ?? null)}
        />
      </div>
      <Textarea
        mt={12}
        label={t('training.explanation')}
        description={t('training.explanation_note')}
        autosize
        minRows={2}
        value={explanation}
        onChange={(event) => setExplanation(event.currentTarget.value)}
      />
      <ErrorLine error={make.error ?? possible.error} />
      <Button
        mt={12}
        variant="default"
        disabled={question === null}
        loading={make.isPending}
        onClick={() =>
          question !== null &&
          make.mutate(
            { question, use, flaw, seed: anySeed(), explanation },
            {
              onSuccess: () => {
                setQuestion(null);
                setExplanation('');
              },
            },
          )
        }
      >
        {t('training.make_this')}
      </Button>
    </details>
  );
}
