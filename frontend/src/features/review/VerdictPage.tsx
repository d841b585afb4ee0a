import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { QueryView } from '@/components/QueryView';
import { BlockSkeleton } from '@/components/Skeletons';
import { useKeys } from '@/keys/useKeys';
import { AskedThreads } from './AskedThreads';
import { BlindStep } from './BlindStep';
import { GivenVerdict } from './GivenVerdict';
import { ItemHeader } from './ItemHeader';
import { ItemPlayer } from './ItemPlayer';
import { ModelView } from './ModelView';
import { itemKey, itemQuery, type Item } from './queries';
import { Reference } from './Reference';
import { focusOn, PLACES, useDesk, type Desk } from './useDesk';
import type { Ahead } from './useAhead';
import type { NextItem } from './useNext';
import type { Undo } from './useUndo';
import { VerdictBar } from './VerdictBar';
import { VerdictForm } from './VerdictForm';
import classes from './Verdict.module.css';

interface VerdictPageProps {
  id: number;
  next: NextItem;
  undo: Undo;
  ahead: Ahead;
}

/** One item: first what a tested model sees, then the reference, and the verdict in a bar that is always in sight. */
export function VerdictPage({ id, next, undo, ahead }: VerdictPageProps) {
  const queries = useQueryClient();
  const query = useQuery(itemQuery(id));
  // Whoever comes back reads the item anew: draft and played stretches have gone on meanwhile.
  useEffect(() => () => queries.removeQueries({ queryKey: itemKey(id) }), [queries, id]);
  return (
    <QueryView query={query} skeleton={<Waiting />}>
      {(item) => <OpenItem key={`${item.assignment.claimed_at} ${item.leaseEnd}`} item={item} next={next} undo={undo} ahead={ahead} />}
    </QueryView>
  );
}

function Waiting() {
  return (
    <div className={classes.body}>
      <div className={classes.waiting} />
      <div className={classes.side}>
        <BlockSkeleton lines={8} />
      </div>
    </div>
  );
}

interface OpenItemProps extends Omit<VerdictPageProps, 'id'> {
  item: Item;
}

function OpenItem({ item, next, undo, ahead }: OpenItemProps) {
  const desk = useDesk(item, undo);
  const { assignment, standing, seen, skipping, draft } = desk;
  const formOpen = standing !== 'given' && standing !== 'released' && (skipping || draft.decision !== '');
  useDeskKeys(desk, next, undo, formOpen);
  const { begin } = ahead;
  // Once enough is watched or a decision is begun, the end of this item is near.
  const isNearEnd = standing === 'given' || (standing === 'live' && seen && (desk.hold.missing === 0 || draft.decision !== ''));
  const beginAhead = useEffectEvent(begin);
  useEffect(() => {
    if (isNearEnd) {
      beginAhead();
    }
  }, [isNearEnd]);
  return (
    <div className={classes.page}>
      <ItemHeader assignment={assignment} />
      <div className={classes.body} data-alone={standing === 'released'}>
        {standing !== 'released' && (
          <div className={classes.media}>
            <ItemPlayer desk={desk} src={ahead.sourceOf(assignment.id, assignment.media.url)} />
          </div>
        )}
        <div className={classes.side}>
          <div className={classes.read}>
            <ModelView desk={desk}>{standing === 'live' && <BlindStep desk={desk} />}</ModelView>
            {assignment.reference !== null && <Reference desk={desk} reference={assignment.reference} />}
          </div>
          {formOpen && <VerdictForm desk={desk} />}
          {assignment.verdict !== null && <GivenVerdict assignment={assignment} verdict={assignment.verdict} />}
          {standing === 'given' && <AskedThreads assignment={assignment} playback={desk.playback} />}
        </div>
      </div>
      <VerdictBar desk={desk} next={next} undo={undo} />
      {ahead.source !== null && (
        // Never seen: it fills the browser's cache.
        <video key={ahead.source} src={ahead.source} preload="auto" muted hidden aria-hidden tabIndex={-1} />
      )}
    </div>
  );
}

function useDeskKeys(desk: Desk, next: NextItem, undo: Undo, formOpen: boolean): void {
  const { standing, seen, skipping } = desk;
  const live = standing === 'live';
  const judging = live && seen;
  const writing = live && formOpen && !skipping;
  const confirm = skipping ? desk.skip : desk.submit;
  useKeys([
    { keys: ['V'], label: 'keys.verdict.reveal', group: 'verdict', enabled: live && !seen, run: desk.reveal },
    { keys: ['A'], label: 'keys.verdict.accept', group: 'verdict', enabled: judging, run: desk.accept },
    { keys: ['R'], label: 'keys.verdict.reject', group: 'verdict', enabled: judging, run: () => desk.choose('reject') },
    { keys: ['S'], label: 'keys.verdict.skip', group: 'verdict', enabled: live, run: () => desk.choose('skip') },
    {
      keys: ['Mod+Enter'],
      label: 'keys.verdict.submit',
      group: 'verdict',
      enabled: live && formOpen,
      whileTyping: true,
      run: confirm,
    },
    { keys: ['Enter'], label: 'keys.verdict.submit', group: 'verdict', enabled: live && formOpen, run: confirm },
    { keys: ['Escape'], label: 'keys.verdict.back', group: 'verdict', enabled: live && formOpen, run: () => desk.choose('') },
    {
      keys: ['C'],
      label: 'keys.verdict.comment',
      group: 'verdict',
      enabled: judging && !skipping,
      run: () => {
        if (!writing) {
          desk.choose('accept');
        }
        focusOn(PLACES.comment);
      },
    },
    { keys: ['T'], label: 'keys.verdict.time', group: 'verdict', enabled: writing, run: desk.takeTime },
    {
      keys: ['M'],
      label: 'keys.verdict.missing',
      group: 'verdict',
      enabled: live && desk.hold.missing > 0,
      run: desk.playMissing,
    },
    { keys: ['U'], label: 'keys.verdict.undo', group: 'verdict', enabled: undo.last !== null, run: undo.run },
    { keys: ['N'], label: 'keys.verdict.next', group: 'verdict', enabled: !live, run: next.ask },
  ]);
}
