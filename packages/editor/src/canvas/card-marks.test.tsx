import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf, setType } from '../workflow/document-for-test.ts';
import { nodeRunOf } from '../workflow/node-run.ts';
import { emptyRun } from '../workflow/run-view.ts';
import { openSession } from '../workflow/session.ts';
import { renderCanvas } from './render-for-test.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a pinned node shows how its run went beside its pin', async () => {
  fakeServer({ 'GET /node-types': { data: [setType] } });
  const document = documentOf('A', '', { pinData: { A: [{ json: {} }] } });
  const session = openSession(document, {
    run: { ...emptyRun, nodes: { [keyOf(document, 'A')]: nodeRunOf([], 'error') } },
  });
  await renderCanvas(session);
  const card = within(screen.getByRole('group', { name: /^A,/ }));
  expect(card.getByRole('img', { name: 'Failed' })).toBeTruthy();
  expect(card.getByRole('img', { name: /pinned data/ })).toBeTruthy();
  session.dispose();
});
