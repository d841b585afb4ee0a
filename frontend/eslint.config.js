import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('./src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

// What a layer may not import. Features are islands; what two of them need moves down a layer.
const zones = [
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: './src/features',
    except: [`./${name}`],
    message: 'A feature never imports another feature: move what is shared to components, api or lib.',
  })),
  {
    target: './src/features',
    from: './src/app',
    message: 'Features do not know the shell that shows them.',
  },
  {
    target: ['./src/api', './src/session', './src/jobs', './src/components', './src/i18n', './src/keys', './src/lib', './src/player', './src/theme'],
    from: ['./src/features', './src/app'],
    message: 'Shared layers do not import features or the shell.',
  },
  {
    target: './src/lib',
    from: ['./src/api', './src/session', './src/jobs', './src/components', './src/i18n', './src/keys', './src/player', './src/theme'],
    message: 'lib holds pure functions and imports nothing of ours.',
  },
  {
    target: './src/player',
    from: ['./src/session', './src/jobs', './src/components'],
    message: 'The player knows nothing of projects and people, so that every page can use it.',
  },
  {
    target: './src/api',
    from: './src/components',
    message: 'The API layer knows no components.',
  },
];

export default tseslint.config(
  { ignores: ['dist/', 'src/api/schema.d.ts', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      reactHooks.configs.flat.recommended,
      jsxA11y.flatConfigs.strict,
    ],
    plugins: { 'import-x': importX },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { project: './tsconfig.app.json', tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.app.json' })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-cycle': ['error', { maxDepth: 6 }],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The router signals redirects by throwing them.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['*.{js,ts}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['vite.config.ts'],
    extends: [...tseslint.configs.strict],
  },
);
