import type { createWorkflows } from './service.ts';

/** For workflows of tests that have neither tags nor folders. */
export const unorganized: Pick<Parameters<typeof createWorkflows>[0], 'tags' | 'folders'> = {
  tags: { resolve: async () => [] },
  folders: { open: () => Promise.reject(new Error('There are no folders here')) },
};
