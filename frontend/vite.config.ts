import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const backend = process.env.LONGEMO_BACKEND ?? 'http://127.0.0.1:8000';

// Session cookies and the CSRF origin check need the browser's own Host header, so it must not be rewritten.
const toBackend = { target: backend, changeOrigin: false };

export default defineConfig(({ command }) => ({
  // Django serves the built files as static files; the development server owns the whole address space.
  base: command === 'build' ? '/static/app/' : '/',
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    proxy: {
      '/api': toBackend,
      '/admin': toBackend,
      '/static/admin': toBackend,
      '/healthz': toBackend,
      '/readyz': toBackend,
    },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'mantine', test: /node_modules\/(@mantine|@floating-ui)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
    maxWorkers: 2,
  },
}));
