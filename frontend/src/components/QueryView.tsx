import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorPanel } from './ErrorPanel';
import { BlockSkeleton } from './Skeletons';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The three faces of a query: on its way, failed with a way out, or there. Data once shown stays while it is renewed. */
export function QueryView<Data>({ query, skeleton, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.error !== null) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  return skeleton ?? <BlockSkeleton />;
}
