import { Button } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '@/api/problems';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine, ErrorPanel } from '@/components/ErrorPanel';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { useWorkTime } from '@/session/useWorkTime';
import { guidelineQuery, useMarkPage, type Guideline } from './queries';
import classes from './Training.module.css';

const route = getRouteApi('/inside/projects/$projectId/training');

/** The guideline, page by page. A page is read when its reader says so; the time on it is counted without idle time. */
export function GuidelineReader({ page }: { page: number }) {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(guidelineQuery(project.id));
  useWorkTime(project.id, 'guideline');
  return (
    <>
      <PageHeader
        title={t('training.guideline')}
        note={query.data && t('training.version', { version: query.data.version })}
        actions={<Back />}
      />
      <QueryView query={query}>{(guideline) => <Pages guideline={guideline} page={page} />}</QueryView>
    </>
  );
}

function Back() {
  const { t } = useI18n();
  const { id } = useProject();
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/projects/$projectId/training" params={{ projectId: id }} {...props} />}
    >
      {t('training.back')}
    </Button>
  );
}

function Pages({ guideline, page }: { guideline: Guideline; page: number }) {
  const { t } = useI18n();
  const { id } = useProject();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [page]);
  if (guideline.pages.length === 0) {
    return <EmptyState title={t('training.no_guideline')} text={t('training.no_guideline_text')} />;
  }
  const shown = guideline.pages[page - 1];
  if (shown === undefined) {
    return <ErrorPanel error={new ApiError(404, 'not_found', '')} />;
  }
  return (
    <div className={classes.reader}>
      <nav aria-label={t('training.pages')}>
        <ol className={classes.pages}>
          {guideline.pages.map(({ number, title }) => {
            const read = guideline.read_pages.includes(number);
            return (
              <li key={number}>
                <Link
                  className={classes.pageLink}
                  data-current={number === page}
                  aria-current={number === page ? 'page' : undefined}
                  to="/projects/$projectId/training"
                  params={{ projectId: id }}
                  search={{ read: number }}
                >
                  <span className={read ? classes.done : classes.open}>
                    {read ? <IconCheck size={16} aria-label={t('training.done')} /> : <IconCircle size={14} aria-label={t('training.open')} />}
                  </span>
                  <span className={classes.pageTitle}>{title === '' ? t('training.page', { number }) : title}</span>
                </Link>
              </li>
            );
          })}
        </ol>
      </nav>
      <article>
        <h2 ref={heading} tabIndex={-1} className={classes.readerTitle}>
          {shown.title === '' ? t('training.page', { number: page }) : shown.title}
        </h2>
        <pre className={classes.readerText}>{shown.text}</pre>
        <ReadBar guideline={guideline} page={page} />
      </article>
    </div>
  );
}

function ReadBar({ guideline, page }: { guideline: Guideline; page: number }) {
  const { t } = useI18n();
  const project = useProject();
  const navigate = route.useNavigate();
  const mark = useMarkPage(project.id);
  const { version, pages, read_pages } = guideline;
  const goOn = (): void => {
    void navigate({ search: page < pages.length ? { read: page + 1 } : {} });
  };
  const last = page === pages.length;
  return (
    <div className={classes.bar}>
      {page > 1 && (
        <Button variant="default" onClick={() => void navigate({ search: { read: page - 1 } })}>
          {t('training.previous_page')}
        </Button>
      )}
      {read_pages.includes(page) ? (
        <Button variant="default" onClick={goOn}>
          {t(last ? 'training.back' : 'training.next_page')}
        </Button>
      ) : (
        <Button loading={mark.isPending} onClick={() => mark.mutate({ version, page }, { onSuccess: goOn })}>
          {t('training.mark_read')}
        </Button>
      )}
      <ErrorLine error={mark.error} />
    </div>
  );
}
