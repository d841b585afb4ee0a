import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/problems';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Home.module.css';

/**
 * One press claims the next item and opens it. Whether any waits is not told beforehand: a number that falls when the
 * other reviewer judges would tell of the other reviewer.
 */
export function GetReview() {
  const { t } = useI18n();
  const { id } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const next = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/v1/assignments/next', { body: { project: id, granularity: null, task: null } })),
    onSuccess: async ({ assignment }) => {
      void queries.invalidateQueries({ queryKey: ['assignments', id] });
      if (assignment !== null) {
        await navigate({ to: '/projects/$projectId/review', params: { projectId: id }, search: { assignment: assignment.id } });
      }
    },
  });
  const nothing = next.data?.assignment === null;
  return (
    <div className={classes.start}>
        <Button loading={next.isPending} onClick={() => next.mutate()}>
          {t('home.review_next')}
        </Button>
        <span role="status">{t(nothing ? 'home.review_none' : 'home.review_next_note')}</span>
      <NextProblem error={next.error} />
    </div>
  );
}

/** Why no item came. One held in another project is a click away. */
function NextProblem({ error }: { error: unknown }) {
  const { t } = useI18n();
  const elsewhere = error instanceof ApiError && error.code === 'lease_elsewhere' ? error.extra : null;
  return (
    <>
      <ErrorLine error={error} />
      {elsewhere !== null && (
        <Link
          to="/projects/$projectId/review"
          params={{ projectId: Number(elsewhere.project) }}
          search={{ assignment: Number(elsewhere.assignment) }}
        >
          {t('review.open_it')}
        </Link>
      )}
    </>
  );
}
