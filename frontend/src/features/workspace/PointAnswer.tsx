import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/api/client';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { feedbackQuery } from './queries';
import classes from './form/Form.module.css';

interface PointAnswerProps {
  questionId: number;
  round: number;
  reviewer: number;
  answer: string;
  /** The question is being revised, and this is the round that returned it. */
  open: boolean;
}

/** The author's answer to what a reviewer said: to be written while revising, to be read after. */
export function PointAnswer({ questionId, round, reviewer, answer, open }: PointAnswerProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [text, setText] = useState(answer);
  const send = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT('/api/v1/questions/{id}/rounds/{number}/points/{reviewer}/answer', {
          params: { path: { id: questionId, number: round, reviewer } },
          body: { text },
        }),
      ),
    onSuccess: (feedback) => queries.setQueryData(feedbackQuery(questionId).queryKey, feedback),
  });
  if (!open) {
    return answer === '' ? null : (
      <p className={classes.text}>
        <b>{t('feedback.answer')}</b> {answer}
      </p>
    );
  }
  return (
    <div className={classes.field}>
      <Textarea
        label={t('feedback.your_answer', { number: reviewer })}
        description={t('feedback.answer_note')}
        autosize
        minRows={1}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorLine error={send.error} />
      <span className={classes.line}>
        <Button size="compact-xs" variant="default" loading={send.isPending} disabled={text.trim() === answer} onClick={() => send.mutate()}>
          {t('feedback.keep_answer')}
        </Button>
        {answer !== '' && text.trim() === answer && <span role="status">{t('feedback.answered')}</span>}
      </span>
    </div>
  );
}
