import { limits } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf } from './document-for-test.ts';
import { copyName, saveCopy } from './save-copy.ts';

afterEach(() => vi.unstubAllGlobals());

test('a copy has webhooks of its own and is inactive', async () => {
  const { calls } = fakeServer({ 'POST /workflows': { data: { id: '6', active: false, revision: 1 } } });
  const document = documentOf('A');
  const [node] = Object.values(document.nodes);
  if (node) node.data.webhookId = 'old';
  expect(await saveCopy(document, 'Copy')).toBe('6');
  expect(calls[0]?.body).toMatchObject({
    name: 'Copy',
    active: false,
    nodes: [{ name: 'A', webhookId: expect.not.stringMatching('old') }],
  });
});

test('a copy of a webhook with a written path has a path of its own, or the two could not be active together', async () => {
  const { calls } = fakeServer({ 'POST /workflows': { data: { id: '6', active: false, revision: 1 } } });
  const document = documentOf('A B C');
  const written = [{ path: 'orders' }, { options: { path: 'ask', submit: 'Send' } }, {}];
  for (const [place, node] of Object.values(document.nodes).entries())
    Object.assign(node.data, { webhookId: 'old', parameters: written[place] });
  await saveCopy(document, 'Copy');
  const { nodes } = calls[0]!.body as { nodes: { webhookId: string; parameters: unknown }[] };
  expect(nodes.map(({ parameters }) => parameters)).toEqual([
    { path: nodes[0]?.webhookId },
    { options: { path: nodes[1]?.webhookId, submit: 'Send' } },
    {},
  ]);
});

test('the name of a copy has the ending, where there is room for it', () => {
  expect(copyName('Orders')).toBe(`Orders${limits.duplicateSuffix}`);
  expect(copyName('x'.repeat(126))).toBe('x'.repeat(126));
});
