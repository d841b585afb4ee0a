import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBook,
  IconCertificate,
  IconCertificateOff,
  IconEyeCheck,
  IconMessageCircle,
  IconRefresh,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, type NavigateOptions } from '@tanstack/react-router';
import type { IconType } from '@/components/Chip';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { PageBody } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { AgoText } from '@/components/Times';
import { useI18n, type I18n } from '@/i18n/I18n';
import { noticesQuery, useReadAllNotices, useReadNotice, type Notice } from '@/session/notices';
import classes from './Notices.module.css';

const route = getRouteApi('/inside/notices');
const PAGE_SIZE = 50;

const ICONS: Record<Notice['kind'], IconType> = {
  returned: IconArrowBackUp,
  removed: IconTrash,
  reopened: IconRefresh,
  review_again: IconEyeCheck,
  guideline: IconBook,
  qualified: IconCertificate,
  qualification_revoked: IconCertificateOff,
  runs_added: IconRepeat,
  commented: IconMessageCircle,
};

function textOf({ t }: I18n, { kind, question, review, role, version }: Notice): string {
  switch (kind) {
    case 'returned':
    case 'removed':
    case 'reopened':
      return t(`notice.${kind}`, { question: question?.public_id ?? '' });
    case 'commented':
      return t('notice.commented', { question: question?.public_id ?? review?.question_id ?? '' });
    case 'guideline':
      return t('notice.guideline', { version: version ?? 0 });
    case 'qualified':
    case 'qualification_revoked':
      return t(`notice.${kind}`, { role: t(role === 'annotator' ? 'notice.role.annotator' : 'notice.role.reviewer') });
    case 'review_again':
    case 'runs_added':
      return t(`notice.${kind}`);
  }
}

/** Where a notice leads: one click from the work. */
function placeOf({ kind, question, review, project }: Notice): NavigateOptions {
  const params = { projectId: project.id };
  if (question !== null) {
    return { to: '/projects/$projectId/questions/$questionId', params: { ...params, questionId: question.id } };
  }
  if (review !== null) {
    return { to: '/projects/$projectId/review', params, search: { assignment: review.id } };
  }
  return { to: kind === 'review_again' ? '/projects/$projectId/review' : '/projects/$projectId/training', params };
}

/** What happened that concerns me, newest first. */
export function NoticesPage() {
  const { t } = useI18n();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(noticesQuery(page));
  const readAll = useReadAllNotices();
  const anyUnread = query.data?.results.some(({ read_at }) => read_at === null) === true;
  return (
    <>
      <PageHeader
        title={t('notice.title')}
        actions={
          anyUnread && (
            <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate()}>
              {t('notice.all_read')}
            </Button>
          )
        }
      />
      <PageBody>
        <ErrorLine error={readAll.error} />
        <QueryView query={query} skeleton={<TableSkeleton rows={5} />}>
          {({ results, count }) =>
            results.length === 0 ? (
              <EmptyState inset title={t('notice.none')} text={t('notice.none_text')} />
            ) : (
              <>
                <ul className={classes.list}>
                  {results.map((notice) => (
                    <NoticeRow key={notice.id} notice={notice} />
                  ))}
                </ul>
                {count > PAGE_SIZE && (
                  <Pager
                    page={page}
                    pageSize={PAGE_SIZE}
                    count={count}
                    onPage={(next) => void navigate({ search: { page: next } })}
                    label={t('notice.title')}
                  />
                )}
              </>
            )
          }
        </QueryView>
      </PageBody>
    </>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const i18n = useI18n();
  const { t } = i18n;
  const read = useReadNotice();
  const Icon = ICONS[notice.kind];
  const unread = notice.read_at === null;
  return (
    <li>
      <Link
        className={classes.row}
        data-unread={unread}
        {...placeOf(notice)}
        onClick={() => {
          if (unread) {
            read.mutate(notice.id);
          }
        }}
      >
        <Icon size={18} aria-hidden />
        <span className={classes.text}>
          {textOf(i18n, notice)}
          <span className={classes.project}>{notice.project.name}</span>
        </span>
        <span className={classes.when}>
          <AgoText at={notice.created_at} />
          {unread && <span className={classes.dot} role="img" aria-label={t('notice.unread')} />}
        </span>
      </Link>
    </li>
  );
}
