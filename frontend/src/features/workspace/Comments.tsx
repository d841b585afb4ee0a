import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { questionThreadsQuery, THREADS_PAGE } from '@/components/threads/queries';
import { StartThread } from '@/components/threads/StartThread';
import type { ThreadClock } from '@/components/threads/ThreadItem';
import { ThreadList } from '@/components/threads/ThreadList';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Playback } from '@/player';
import { formField } from './form/findings';
import { jumpToField } from './form/Findings';
import type { Question } from './queries';
import classes from './form/Form.module.css';

/** No further round is to be expected: nothing is blind any more. */
export const isSettled = (state: Question['state']): boolean => ['accepted', 'removed', 'withdrawn'].includes(state);

/** How many of the newest threads of a question are open; 0 while that is not known, or not mine to know. */
export function useOpenComments(questionId: number): number {
  const { data } = useQuery(questionThreadsQuery(questionId));
  return data?.results.filter(({ resolved_at }) => resolved_at === null).length ?? 0;
}

interface CommentsProps {
  question: Question;
  playback: Playback;
  /** Brings the form to the front, where a field is to be seen. */
  onShow: () => void;
}

/** What author and admins, and once it is settled its reviewers, say about a question. */
export function Comments({ question, playback, onShow }: CommentsProps) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const query = useQuery(questionThreadsQuery(question.id, page));
  const clock: ThreadClock = {
    now: () => playback.getState().time,
    seek: (time) => playback.seek(time),
    text: formatSeconds,
  };
  const isText = question.revision.answer_text !== '';
  return (
    <div className={classes.form}>
      <QueryView query={query}>
        {({ results, count }) => (
          <>
            <StartThread questionId={question.id} settled={isSettled(question.state)} clock={clock} />
            <ThreadList
              threads={results}
              clock={clock}
              onField={(field) => {
                onShow();
                window.setTimeout(() => jumpToField(formField(field, isText)));
              }}
            />
            {count > THREADS_PAGE && (
              <Pager page={page} pageSize={THREADS_PAGE} count={count} onPage={setPage} label={t('table.pages', { name: t('threads.title') })} />
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
