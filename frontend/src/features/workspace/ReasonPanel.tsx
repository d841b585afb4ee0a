import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { useReasonedAct, type ReasonedAct } from './queries';
import classes from './form/Form.module.css';

interface ReasonPanelProps {
  questionId: number;
  act: ReasonedAct;
  onClose: () => void;
}

/** Asks why, and does it. */
export function ReasonPanel({ questionId, act, onClose }: ReasonPanelProps) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  const send = useReasonedAct(questionId, act);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <section className={classes.panel} aria-label={t(`act.${act}`)}>
      <p className={classes.text}>{t(`act.${act}.text`)}</p>
      <Textarea
        ref={field}
        label={t('act.reason')}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ErrorLine error={send.error} />
      <div className={classes.line}>
        <Button
          size="xs"
          color={act === 'withdrawal' ? 'red' : undefined}
          disabled={reason.trim() === ''}
          loading={send.isPending}
          onClick={() => send.mutate(reason, { onSuccess: onClose })}
        >
          {t(`act.${act}`)}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </section>
  );
}
