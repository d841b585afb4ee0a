import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { vocabularyQuery } from '@/api/vocabulary';
import { ErrorLine } from '@/components/ErrorPanel';
import { LabelField } from '@/components/labels/LabelField';
import { BlockSkeleton } from '@/components/Skeletons';
import { useI18n } from '@/i18n/I18n';
import { moved } from './blindAnswer';
import { askStages } from './queries';
import { PLACES, type Desk } from './useDesk';
import own from './OwnAnswer.module.css';
import classes from './Verdict.module.css';

const NAMES: Readonly<Record<string, 'verdict.own_labels' | 'verdict.own_before' | 'verdict.own_after'>> = {
  '': 'verdict.own_labels',
  before: 'verdict.own_before',
  after: 'verdict.own_after',
};

/** One's own answer, before the reference: labels of a label task, or the order of the stages. */
export function BlindStep({ desk }: { desk: Desk }) {
  const { t } = useI18n();
  const { assignment, answer, setAnswer } = desk;
  const { sides, mode, may_order_stages: mayOrder } = assignment.blind;
  const vocabulary = useQuery({ ...vocabularyQuery, enabled: sides.length > 0 });
  if (sides.length === 0 && !mayOrder) {
    return null;
  }
  return (
    <section id={PLACES.own} className={own.own} aria-label={t('verdict.own')} tabIndex={-1}>
      {sides.length > 0 && (
        <>
          <p className={classes.note}>{t(mode === 'required' ? 'verdict.own_required' : 'verdict.own_optional')}</p>
          {vocabulary.data === undefined ? (
            <BlockSkeleton lines={2} />
          ) : (
            sides.map((side) => (
              <LabelField
                key={side}
                name={t(NAMES[side] ?? 'verdict.own_labels')}
                field={`own.${side}`}
                vocabulary={vocabulary.data}
                chosen={answer.labels[side] ?? []}
                onChange={(labels) => setAnswer({ ...answer, labels: { ...answer.labels, [side]: labels } })}
              />
            ))
          )}
        </>
      )}
      {mayOrder && <StageOrder desk={desk} />}
      <ErrorLine error={desk.revealError} />
    </section>
  );
}

function StageOrder({ desk: { assignment, answer, setAnswer } }: { desk: Desk }) {
  const { t } = useI18n();
  const ask = useMutation({
    mutationFn: () => askStages(assignment.id),
    onSuccess: ({ stages }) => {
      if (answer.stages.length !== stages.length) {
        setAnswer({ ...answer, stages: stages.map(({ key }) => key) });
      }
    },
  });
  if (ask.data === undefined) {
    return (
      <>
        <p className={classes.note}>{t('verdict.stages_note')}</p>
        <div>
          <Button size="xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('verdict.order_stages')}
          </Button>
        </div>
        <ErrorLine error={ask.error} />
      </>
    );
  }
  const texts = new Map(ask.data.stages.map(({ key, description }) => [key, description]));
  const move = (from: number, to: number): void => setAnswer({ ...answer, stages: moved(answer.stages, from, to) });
  return (
    <>
      <h3 className={classes.small}>{t('verdict.own_order')}</h3>
      <ol className={own.order}>
        {answer.stages.map((key, place) => (
          <li key={key}>
            <span className={classes.itemText}>{texts.get(key)}</span>
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={t('verdict.stage_up', { number: place + 1 })}
              disabled={place === 0}
              onClick={() => move(place, place - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={t('verdict.stage_down', { number: place + 1 })}
              disabled={place === answer.stages.length - 1}
              onClick={() => move(place, place + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div>
        <Button size="compact-xs" variant="subtle" onClick={() => { ask.reset(); setAnswer({ ...answer, stages: [] }); }}>
          {t('verdict.order_leave')}
        </Button>
      </div>
    </>
  );
}
