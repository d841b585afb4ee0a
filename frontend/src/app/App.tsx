import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { makeQueryClient } from '@/api/queryClient';
import { I18nProvider } from '@/i18n/I18n';
import { resolveCssVariables, theme } from '@/theme/theme';
import { PageBoundary } from './PageBoundary';
import { makeRouter } from './router';

export function App() {
  const [queryClient] = useState(makeQueryClient);
  const [router] = useState(() => makeRouter(queryClient));
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto">
      <I18nProvider>
        <PageBoundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </PageBoundary>
      </I18nProvider>
    </MantineProvider>
  );
}
