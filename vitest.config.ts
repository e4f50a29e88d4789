import { defineConfig } from 'vitest/config';

const project = (name: string, more: { environment?: 'happy-dom'; globalSetup?: string[] } = {}) => ({
  test: { name, root: `packages/${name}`, include: ['src/**/*.test.{ts,tsx}'], ...more },
});

const scripts = { test: { name: 'scripts', root: 'scripts', include: ['*.test.mjs'], testTimeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      project('contract'),
      project('engine'),
      project('nodes'),
      project('server', { globalSetup: ['src/db/postgres.global-setup.ts'] }),
      project('editor', { environment: 'happy-dom' }),
      scripts,
    ],
  },
});
