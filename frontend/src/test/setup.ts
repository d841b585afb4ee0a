import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

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
