import { defineConfig } from 'vitest/config';

const project = (name: string, environment: 'node' | 'happy-dom' = 'node') => ({
  test: { name, environment, root: `packages/${name}`, include: ['src/**/*.test.{ts,tsx}'] },
});

export default defineConfig({
  test: {
    projects: [
      project('contract'),
      project('engine'),
      project('nodes'),
      project('server'),
      project('editor', 'happy-dom'),
    ],
  },
});
