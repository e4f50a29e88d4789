import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf, setType, webhookType } from '../workflow/document-for-test.ts';
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

test.each([
  ['2026-03-04T15:06:07', 'Waiting until 2026-03-04 15:06:07'],
  [null, 'Waiting indefinitely'],
])('a node at which the run waits says until when: %s', async (waitTill, text) => {
  fakeServer({ 'GET /node-types': { data: [setType] } });
  const document = documentOf('A');
  const nodes = { [keyOf(document, 'A')]: nodeRunOf([], 'waiting') };
  const session = openSession(document, { run: { ...emptyRun, status: 'waiting', waitTill, nodes } });
  await renderCanvas(session);
  expect(screen.getByRole('img', { name: text })).toBeTruthy();
  session.dispose();
});

test('a trigger that does not listen is marked, with why', async () => {
  const states = [
    { node: 'Hook', part: 'connection', status: 'failing', since: '2026-01-01T00:00:00.000Z', message: 'It is gone' },
  ];
  fakeServer({
    'GET /node-types': { data: [setType, webhookType] },
    'GET /active/triggers/7': { data: states },
    'GET /active': { data: ['7'] },
  });
  const hook = { name: 'Hook', type: webhookType.name, typeVersion: 3, position: [0, 300] as [number, number] };
  const session = openSession(documentOf('Hook', '', { nodes: [hook] }), { id: '7', active: true });
  await renderCanvas(session);
  const card = within(screen.getByRole('group', { name: /^Hook,/ }));
  expect(await card.findByRole('img', { name: /The trigger has failed\s+It is gone/ })).toBeTruthy();
  session.dispose();
});

test('a note that is shown on the canvas takes nothing from what the node does', async () => {
  fakeServer({ 'GET /node-types': { data: [{ ...setType, subtitle: 'Sets fields' }] } });
  const document = documentOf('A');
  Object.assign(document.nodes[keyOf(document, 'A')]!.data, { notes: 'Checked by Ada', notesInFlow: true });
  const session = openSession(document);
  await renderCanvas(session);
  const card = within(screen.getByRole('group', { name: /^A,/ }));
  expect(await card.findByText('Sets fields')).toBeTruthy();
  expect(card.getByText('Checked by Ada')).toBeTruthy();
  session.dispose();
});
