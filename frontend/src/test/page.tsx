import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Language } from '@/i18n/catalogue';
import { I18nProvider } from '@/i18n/I18n';
import { useKeyListener } from '@/keys/useKeys';
import { theme } from '@/theme/theme';

function Keys({ children }: { children: ReactNode }) {
  useKeyListener();
  return children;
}

/** Shows a component with everything that the shell gives its pages, except the router. */
export function show(children: ReactNode, language: Language = 'en'): RenderResult {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider theme={theme} env="test">
      <I18nProvider initial={language}>
        <QueryClientProvider client={queryClient}>
          <Keys>{children}</Keys>
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  );
}
