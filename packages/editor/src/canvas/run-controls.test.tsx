import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf } from '../workflow/document-for-test.ts';
import { emptyRun, listening } from '../workflow/run-view.ts';
import { openSession } from '../workflow/session.ts';
import { renderCanvas } from './render-for-test.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('while a test call is awaited, its address is shown, and a click copies it', async () => {
  fakeServer({ 'GET /node-types': { data: [] } });
  const address = 'http://host/webhook-test/x';
  const session = openSession(documentOf('A'), {
    run: listening(emptyRun, undefined, [{ method: 'GET', address }], Date.now() + 90_000),
  });
  await renderCanvas(session);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /GET.*webhook-test/ }));
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(screen.getByText('1:30 left')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
  expect(await navigator.clipboard.readText()).toBe(`curl '${address}'`);
  session.dispose();
});
