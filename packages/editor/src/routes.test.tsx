import { RouterProvider } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from './api/server-for-test.ts';
import { router } from './routes.tsx';
import { userFor } from './start/user-for-test.ts';
import { renderInApp } from './ui/render-for-test.tsx';
import { graph, setType } from './workflow/document-for-test.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a new workflow that was asked for by itself stays open, with what can be undone, when it is saved', async () => {
  const server = fakeServer({
    'GET /settings': { data: { userManagement: { enabled: true }, templates: { enabled: false } } },
    'GET /login': { data: userFor('owner') },
    'GET /node-types': { data: [setType] },
    'POST /node-types': { data: [{ ...setType, properties: [] }] },
    'GET /workflows/new': { data: { name: 'My workflow' } },
    'POST /workflows': { data: { ...graph('A'), id: '5', active: false, revision: 1 } },
  });
  renderInApp(<RouterProvider router={router} />);
  await router.navigate({ to: '/workflow', state: { fresh: 'another' } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Orders{Enter}');
  const opened = server.callsTo('GET /workflows/new').length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/workflow/5'));
  expect(screen.getByRole('button', { name: 'Undo: Rename workflow' })).toBeTruthy();
  expect(server.callsTo('GET /workflows/new')).toHaveLength(opened);
});
