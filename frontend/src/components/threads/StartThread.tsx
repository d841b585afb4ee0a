import { Button, Checkbox, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { RECORD_FIELDS, recordFieldName } from '@/components/recordField';
import { useI18n } from '@/i18n/I18n';
import { roundToMillis } from '@/lib/time';
import { useStartThread } from './queries';
import type { ThreadClock } from './ThreadItem';
import classes from './Threads.module.css';

interface StartThreadProps {
  questionId: number;
  /** The question is settled, so that its reviewers can be asked. */
  settled: boolean;
  /** The thread is about what this reviewer said in this round; else the place is chosen here. */
  point?: { round: number; reviewer: number };
  clock?: ThreadClock;
  onDone?: () => void;
}

/** The first comment of a thread, with what it is about and who reads it. */
export function StartThread({ questionId, settled, point, clock, onDone }: StartThreadProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const start = useStartThread(questionId);
  const [text, setText] = useState('');
  const [field, setField] = useState('');
  const [time, setTime] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const send = (): void =>
    start.mutate(
      point === undefined
        ? { text, field, time, with_reviewers: asking }
        : { text, round: point.round, reviewer: point.reviewer, with_reviewers: asking },
      {
        onSuccess: () => {
          setText('');
          setField('');
          setTime(null);
          setAsking(false);
          onDone?.();
        },
      },
    );
  return (
    <div className={classes.start}>
      <Textarea
        label={t('threads.new')}
        description={t(asking ? 'threads.read_by_all' : 'threads.read_by_us')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {point === undefined && (
        <span className={classes.buttons}>
          <Select
            size="xs"
            aria-label={t('threads.about')}
            data={[
              { value: '', label: t('threads.whole') },
              ...RECORD_FIELDS.map((value) => ({ value, label: recordFieldName(i18n, value) })),
            ]}
            value={field}
            allowDeselect={false}
            onChange={(chosen) => setField(chosen ?? '')}
          />
          {clock !== undefined &&
            (time === null ? (
              <Button size="xs" variant="default" onClick={() => setTime(roundToMillis(clock.now()))}>
                {t('verdict.take_time')}
              </Button>
            ) : (
              <Button size="xs" variant="light" aria-label={t('threads.no_time')} title={t('threads.no_time')} onClick={() => setTime(null)}>
                {clock.text(time)} ×
              </Button>
            ))}
        </span>
      )}
      {settled && (
        <Checkbox
          size="xs"
          label={t('threads.ask_reviewers')}
          checked={asking}
          onChange={(event) => setAsking(event.currentTarget.checked)}
        />
      )}
      <ErrorLine error={start.error} />
      <span className={classes.buttons}>
        <Button size="compact-sm" disabled={text.trim() === ''} loading={start.isPending} onClick={send}>
          {t('threads.start')}
        </Button>
        {onDone !== undefined && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
            {t('action.cancel')}
          </Button>
        )}
      </span>
    </div>
  );
}
