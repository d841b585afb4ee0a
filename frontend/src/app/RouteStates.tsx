import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { ErrorPanel } from '@/components/ErrorPanel';
import { PageHeader } from '@/components/PageHeader';
import { BlockSkeleton } from '@/components/Skeletons';
import { useI18n } from '@/i18n/I18n';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorPanel error={error} onRetry={retry} />;
}

export function RouteNotFound() {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={IconMapOff}
      title={t('problem.page.title')}
      text={t('problem.page')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('action.back_home')}
        </Button>
      }
    />
  );
}

/** For addresses outside everything: there is no shell around this one. */
export function NowhereAtAll() {
  const { t } = useI18n();
  return (
    <main>
      <PageHeader title={t('app.name')} />
      <RouteNotFound />
    </main>
  );
}

export function RoutePending() {
  return <BlockSkeleton lines={6} />;
}
