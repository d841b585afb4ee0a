import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/api/problems';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages } from '@/components/problemText';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds, roundToMillis } from '@/lib/time';
import { TimeField, toOriginal, toPrepared } from '@/player';
import { KeyHint } from './KeyHint';
import { fieldName } from './AboutButton';
import { commentFields } from './itemMarks';
import { Reasons } from './Reasons';
import { PLACES, type Desk } from './useDesk';
import classes from './Verdict.module.css';
import form from './VerdictForm.module.css';

/** What goes with the decision: reasons and a comment for a rejection, a remark for an acceptance; or the skip. */
export function VerdictForm({ desk }: { desk: Desk }) {
  const { t } = useI18n();
  const { skipping, draft, error } = desk;
  const title = skipping
    ? t('verdict.form_skip')
    : t(draft.decision === 'reject' ? 'verdict.form_reject' : 'verdict.form_accept');
  return (
    <section id={PLACES.form} className={form.form} aria-label={title} tabIndex={-1}>
      <div className={form.formHead}>
        <h2 className={classes.blockTitle}>{title}</h2>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-keyshortcuts="Escape"
          rightSection={<KeyHint keys="Escape" />}
          onClick={() => desk.choose('')}
        >
          {t('verdict.undecided')}
        </Button>
      </div>
      {skipping ? (
        <p className={classes.text}>{t('verdict.skip_text')}</p>
      ) : (
        <>
          {draft.decision === 'reject' && <Reasons desk={desk} />}
          <Comment desk={desk} />
        </>
      )}
      <ErrorLine error={error} fields={['reasons', 'comment']} />
      {error instanceof ApiError && ['verdict_differs', 'verdict_given'].includes(error.code) && (
        <Button size="xs" variant="default" onClick={desk.reload}>
          {t('verdict.see_how')}
        </Button>
      )}
    </section>
  );
}

function Comment({ desk }: { desk: Desk }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { draft, change, assignment, error } = desk;
  const rejecting = draft.decision === 'reject';
  return (
    <>
      <Textarea
        id={PLACES.comment}
        label={t(rejecting ? 'verdict.comment' : 'verdict.comment_accept')}
        placeholder={rejecting ? t('verdict.comment_hint') : undefined}
        withAsterisk={rejecting}
        aria-required={rejecting}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={draft.comment}
        error={fieldMessages(error, i18n).comment}
        onChange={(event) => change({ comment: event.currentTarget.value })}
        onKeyDown={(event) => {
          // Back to the keys of the page; a second Escape leaves the verdict open.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            document.getElementById(PLACES.form)?.focus();
          }
        }}
      />
      <div className={form.anchor}>
        <Select
          size="xs"
          className={form.about}
          aria-label={t('verdict.about')}
          data={[
            { value: '', label: t('verdict.about_all') },
            ...commentFields(assignment).map((value) => ({ value, label: fieldName(i18n, assignment, value) })),
          ]}
          value={draft.comment_field}
          allowDeselect={false}
          onChange={(field) => change({ comment_field: field ?? '' })}
        />
        <CommentTime desk={desk} />
      </div>
    </>
  );
}

/** The moment that the comment is about: shown on the timeline of the page, kept in seconds of the original. */
function CommentTime({ desk }: { desk: Desk }) {
  const { t } = useI18n();
  const { draft, change, assignment, takeTime } = desk;
  const { segments, duration } = assignment.media;
  const [outside, setOutside] = useState(false);
  const time = draft.comment_time;
  return (
    <div className={form.anchorTime}>
      <TimeField
        label={t('verdict.at_time')}
        value={time === null ? null : toPrepared(time, segments)}
        error={outside ? t('verdict.time_outside', { length: formatSeconds(duration ?? 0) }) : undefined}
        onCommit={(typed) => {
          const beyond = typed !== null && duration !== null && typed > duration;
          setOutside(beyond);
          if (!beyond) {
            change({ comment_time: typed === null ? null : roundToMillis(toOriginal(typed, segments)) });
          }
        }}
      />
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="T"
        rightSection={<KeyHint keys="T" />}
        onClick={() => {
          setOutside(false);
          takeTime();
        }}
      >
        {t('verdict.take_time')}
      </Button>
    </div>
  );
}
