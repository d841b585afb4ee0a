import { Button, Progress } from '@mantine/core';
import { IconCheck, IconClock, IconPlayerPlay, IconPlayerSkipForward, IconX } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import { KeyHint } from './KeyHint';
import { leaseLeft, leaseMood } from './lease';
import type { Desk } from './useDesk';
import { UndoButton } from './UndoButton';
import { useNow } from './useNow';
import type { Undo } from './useUndo';
import classes from './Bar.module.css';

/** While the item is held: how much was watched, how long it stays mine, and the decision. */
export function LiveBar({ desk, undo }: { desk: Desk; undo: Undo }) {
  const { t } = useI18n();
  const { draft, seen, skipping, choose, accept, busy, needs } = desk;
  return (
    <>
      <Watched desk={desk} />
      <div className={classes.side}>
        <div className={classes.state}>
          <LeaseClock desk={desk} />
          <Saved desk={desk} />
        </div>
        {seen && !skipping && draft.decision !== '' && needs.length > 0 && (
          <span role="status">
            {t('verdict.needs', { list: needs.map((need) => t(`verdict.need.${need}`)).join(', ') })}
          </span>
        )}
      </div>
      <div className={classes.actions}>
        <UndoButton undo={undo} />
        <Button
          variant="default"
          aria-pressed={skipping}
          disabled={busy}
          leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
          aria-keyshortcuts="S"
          rightSection={<KeyHint keys="S" />}
          onClick={() => choose('skip')}
        >
          {t('verdict.skip')}
        </Button>
        {seen ? (
          <>
            <Button
              variant={draft.decision === 'reject' ? 'light' : 'default'}
              color="red"
              aria-pressed={draft.decision === 'reject'}
              disabled={busy}
              leftSection={<IconX size={16} aria-hidden />}
              aria-keyshortcuts="R"
              rightSection={<KeyHint keys="R" />}
              onClick={() => choose('reject')}
            >
              {t('verdict.reject')}
            </Button>
            <Button
              variant={draft.decision === 'accept' ? 'light' : 'default'}
              color="green"
              aria-pressed={draft.decision === 'accept'}
              disabled={busy}
              leftSection={<IconCheck size={16} aria-hidden />}
              aria-keyshortcuts="A"
              rightSection={<KeyHint keys="A" />}
              onClick={accept}
            >
              {t('verdict.accept')}
            </Button>
          </>
        ) : (
          <Button
            variant={desk.mayReveal ? 'filled' : 'default'}
            loading={desk.revealing}
            onClick={desk.reveal}
            aria-keyshortcuts="V" rightSection={<KeyHint keys="V" />}
          >
            {t('verdict.show_reference')}
          </Button>
        )}
        <Submit desk={desk} />
      </div>
      {desk.hold.trouble !== null && (
        <p className={classes.trouble} role="alert">
          {t('verdict.trouble')}
        </p>
      )}
    </>
  );
}

function Submit({ desk: { draft, skipping, skip, submit, busy, needs } }: { desk: Desk }) {
  const { t } = useI18n();
  if (!skipping && draft.decision === '') {
    return null;
  }
  const rejecting = draft.decision === 'reject';
  return (
    <Button
      loading={busy}
      // Still pressable: it leads to what is missing.
      variant={skipping || needs.length === 0 ? 'filled' : 'default'}
      aria-keyshortcuts="Control+Enter"
      rightSection={<KeyHint keys="Mod+Enter" />}
      onClick={skipping ? skip : submit}
    >
      {t(skipping ? 'verdict.skip_sure' : rejecting ? 'verdict.submit_reject' : 'verdict.submit_accept')}
    </Button>
  );
}

function Watched({ desk: { hold, assignment, playMissing } }: { desk: Desk }) {
  const { t, percent } = useI18n();
  const enough = hold.missing === 0;
  const required = assignment.required_share;
  const ofEvidence = assignment.required_of === 'evidence';
  const untold = assignment.required_parts.length === 0;
  return (
    <div className={classes.watched}>
      <div className={classes.watchedText}>
        <b>{t(ofEvidence && !untold ? 'verdict.watched_evidence' : 'verdict.watched', { share: percent(hold.share) })}</b>
        <span className={classes.dim}>
          {untold
            ? t('verdict.watched_later')
            : enough
            ? t('verdict.watched_enough')
            : t('verdict.watched_needed', { share: percent(required), seconds: Math.ceil(hold.missing) })}
        </span>
      </div>
      <div className={classes.watchedBar}>
        <div className={classes.track}>
          <Progress.Root size={6}>
            <Progress.Section
              value={hold.share * 100}
              color={enough ? 'green' : 'accent'}
              aria-label={t('verdict.watched_label')}
            />
          </Progress.Root>
          <span className={classes.mark} style={{ insetInlineStart: `${required * 100}%` }} aria-hidden />
        </div>
        {!enough && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            aria-keyshortcuts="M"
            rightSection={<KeyHint keys="M" />}
            onClick={playMissing}
          >
            {t('verdict.play_missing')}
          </Button>
        )}
      </div>
    </div>
  );
}

function LeaseClock({ desk: { hold } }: { desk: Desk }) {
  const { t, number } = useI18n();
  const left = hold.end - useNow(1000);
  const soon = leaseMood(left) !== 'calm';
  const shown = leaseLeft(left);
  return (
    <span className={soon ? classes.soon : classes.lease} role={soon ? 'status' : undefined}>
      <IconClock size={14} aria-hidden />
      {'minutes' in shown
        ? t('verdict.lease', { minutes: number(shown.minutes) })
        : t('verdict.lease_soon', { clock: shown.clock })}
      {soon && (
        <Button size="compact-xs" variant="default" onClick={hold.renew}>
          {t('verdict.lease_renew')}
        </Button>
      )}
    </span>
  );
}

const SAVED = { kept: 'verdict.draft_kept', waiting: 'verdict.draft_waiting', here_only: 'verdict.draft_here' } as const;

function Saved({ desk: { saving, draft } }: { desk: Desk }) {
  const { t } = useI18n();
  return draft.decision === '' && saving === 'kept' ? null : (
    <span className={saving === 'here_only' ? classes.soon : classes.lease}>{t(SAVED[saving])}</span>
  );
}
