import { Anchor, Button, Textarea } from '@mantine/core';
import { IconCircleCheck, IconMessageCircle, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '@/api/client';
import { Chip } from '@/components/Chip';
import { ErrorLine } from '@/components/ErrorPanel';
import { recordFieldName } from '@/components/recordField';
import { AgoText } from '@/components/Times';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useReply, useSettle, type Thread } from './queries';
import classes from './Threads.module.css';

type Post = Schema<'Post'>;

/** How a page shows and reaches times of the original video. */
export interface ThreadClock {
  now: () => number;
  seek: (original: number) => void;
  /** As the page writes it; null where that moment is not played. */
  text: (original: number) => string | null;
}

interface ThreadItemProps {
  thread: Thread;
  clock?: ThreadClock;
  onField?: (field: string) => void;
  /** Where threads of several questions stand together. */
  link?: ReactNode;
}

/** One thread: what it is about, what was said, and what can be done. */
export function ThreadItem({ thread, clock, onField, link }: ThreadItemProps) {
  const { t } = useI18n();
  const open = thread.resolved_at === null;
  return (
    <article className={classes.thread} data-open={open} aria-label={t('threads.thread')}>
      <div className={classes.head}>
        {link}
        <About thread={thread} clock={clock} onField={onField} />
        <span className={classes.push} />
        {thread.with_reviewers && (
          <Chip tone="quiet" icon={IconUsers}>
            {t('threads.with_reviewers')}
          </Chip>
        )}
        <Chip tone={open ? 'returned' : 'accepted'} icon={open ? IconMessageCircle : IconCircleCheck}>
          {t(open ? 'threads.open' : 'threads.resolved')}
        </Chip>
      </div>
      <ol className={classes.posts}>
        {thread.posts.map((post, place) => (
          // Entries are only ever added, so their place is their identity.
          <Entry key={place} post={post} />
        ))}
      </ol>
      <Acts thread={thread} />
    </article>
  );
}

function About({ thread, clock, onField }: Pick<ThreadItemProps, 'thread' | 'clock' | 'onField'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { field, time, round, reviewer, mine } = thread;
  const shownTime = time === null || clock === undefined ? null : clock.text(time);
  return (
    <span className={classes.about}>
      {round !== null &&
        (reviewer === null
          ? t(mine ? 'threads.your_verdict' : 'threads.other_verdict', { round })
          : t('threads.on_verdict', { round, reviewer }))}
      {round === null && field === '' && time === null && t('threads.whole')}
      {field !== '' &&
        (onField === undefined ? (
          recordFieldName(i18n, field)
        ) : (
          <Anchor component="button" type="button" size="sm" onClick={() => onField(field)}>
            {recordFieldName(i18n, field)}
          </Anchor>
        ))}
      {time !== null && shownTime !== null && (
        <Button size="compact-xs" variant="default" onClick={() => clock?.seek(time)}>
          {shownTime}
        </Button>
      )}
    </span>
  );
}

function writerOf({ t }: I18n, { stance, name, number, mine }: Post): string {
  if (mine) {
    return t('threads.you');
  }
  if (stance === 'reviewer') {
    return t('threads.reviewer', { number: number ?? 1 });
  }
  return name ?? t('threads.author');
}

function Entry({ post }: { post: Post }) {
  const i18n = useI18n();
  const { t } = i18n;
  const who = writerOf(i18n, post);
  if (post.kind !== 'comment') {
    return (
      <li className={classes.turn}>
        {t(post.kind === 'resolved' ? 'threads.was_resolved' : 'threads.was_reopened', { who })} · <AgoText at={post.at} />
      </li>
    );
  }
  return (
    <li>
      <span className={classes.who}>
        <b>{who}</b>
        {post.stance !== 'reviewer' && (post.name !== null || post.mine) && <span>{t(`threads.as_${post.stance}`)}</span>}
        <AgoText at={post.at} />
      </span>
      <p className={classes.text}>{post.text}</p>
    </li>
  );
}

function Acts({ thread }: { thread: Thread }) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const reply = useReply(thread.id);
  const resolve = useSettle(thread.id, 'resolve');
  const reopen = useSettle(thread.id, 'reopen');
  const may = (act: Thread['actions'][number]): boolean => thread.actions.includes(act);
  return (
    <div className={classes.acts}>
      {may('reply') && (
        <Textarea
          aria-label={t('threads.reply')}
          placeholder={t('threads.reply')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ErrorLine error={reply.error ?? resolve.error ?? reopen.error} />
      <span className={classes.buttons}>
        {may('reply') && text.trim() !== '' && (
          <Button size="compact-sm" loading={reply.isPending} onClick={() => reply.mutate(text, { onSuccess: () => setText('') })}>
            {t('threads.send')}
          </Button>
        )}
        {may('resolve') && (
          <Button size="compact-sm" variant="default" loading={resolve.isPending} onClick={() => resolve.mutate()}>
            {t('threads.resolve')}
          </Button>
        )}
        {may('reopen') && (
          <Button size="compact-sm" variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
            {t('threads.reopen')}
          </Button>
        )}
      </span>
    </div>
  );
}
