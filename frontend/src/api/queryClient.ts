import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './problems';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
  }
}

const RETRIES = 2;

const mayPass = (failures: number, error: Error): boolean =>
  failures < RETRIES && error instanceof ApiError && error.isPassing;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline requests fail at once and show as an error with a way out, rather than waiting unseen.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: mayPass,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
