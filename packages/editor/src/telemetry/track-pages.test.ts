import type { RegisteredRouter } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { track } from './track.ts';
import { trackPages } from './track-pages.ts';

vi.mock('./track.ts', () => ({ track: vi.fn() }));

test('each screen that is opened is told by its view, but for those whose route wants none of it', () => {
  let resolved = (_: { pathChanged: boolean }): void => {};
  const router = {
    state: { matches: [{ staticData: { view: 'Workflows' } }] },
    subscribe: (_: string, listener: typeof resolved) => {
      resolved = listener;
      return () => {};
    },
  };
  trackPages(router as unknown as RegisteredRouter);
  const go = (staticData: object, pathChanged = true) => {
    router.state.matches = [{ staticData: staticData as { view: string } }];
    resolved({ pathChanged });
  };
  go({ view: 'WorkflowTemplate', telemetry: false });
  go({ view: 'TemplatesSearchView' });
  go({ view: 'TemplatesSearchView' }, false);
  expect(vi.mocked(track).mock.calls).toEqual([
    ['pageViewed', { view: 'Workflows' }],
    ['pageViewed', { view: 'TemplatesSearchView' }],
  ]);
});
