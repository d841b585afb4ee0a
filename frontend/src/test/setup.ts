import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Pages come as chunks of their own, which a busy machine takes longer than a second to bring.
configure({ asyncUtilTimeout: 4_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Mantine asks for these; the test environment lacks them.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;

window.ResizeObserver = class {
  observe(): void {
    // Nothing is laid out in tests.
  }
  unobserve(): void {
    // Nothing is laid out in tests.
  }
  disconnect(): void {
    // Nothing is laid out in tests.
  }
};
