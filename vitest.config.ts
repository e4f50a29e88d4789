import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { installedPrograms } from './scripts/programs.mjs';

interface ProjectOptions {
  expect?: { poll: { timeout: number } };
  environment?: 'happy-dom';
  globalSetup?: string[];
  setupFiles?: string[];
}

/** Fails tests that leave something running. */
const setupFiles = ['../../scripts/leaks.setup.ts'];

/** What tests wait for may come from processes that have to start first, on a machine that is busy with other tests. */
const expect = { poll: { timeout: 15_000 } };

const catalogue = '../../scripts/catalogue.setup.mjs';

const project = (name: string, more: ProjectOptions = {}) => ({
  test: { name, root: `packages/${name}`, include: ['src/**/*.test.{ts,tsx}'], ...more },
});

const scripts = { test: { name: 'scripts', root: 'scripts', include: ['*.test.mjs'], testTimeout: 30_000 } };

export default defineConfig({
  test: {
    // Most tests wait for processes of their own, so even two cores serve two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    provide: { programs: installedPrograms() },
    projects: [
      project('contract'),
      project('engine', { setupFiles }),
      project('nodes', { expect, setupFiles, globalSetup: [catalogue] }),
      project('server', {
        expect,
        setupFiles: [...setupFiles, '../../scripts/compile-cache.setup.ts'],
        globalSetup: [catalogue, 'src/db/databases.global-setup.ts'],
      }),
      // A test reads the tokens; other styles are left out.
      project('editor', {
        environment: 'happy-dom',
        css: { include: /\?raw/ },
        setupFiles: ['src/selection.setup.ts'],
        globalSetup: [catalogue],
      }),
      scripts,
    ],
  },
});
