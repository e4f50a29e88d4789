import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createNodeTypeRegistry } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost } from '@millrace/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createInProcessCalls } from '../node-calls/in-process.testing.ts';
import { JsonText } from '../platform/json-text.ts';

/** The code of the guide as it stands there. */
const guided = async (): Promise<NodeDefinition> => {
  const guide = await readFile(new URL('../../../../docs/guides/triggers.md', import.meta.url), 'utf8');
  const [, code = ''] = /```ts\n(import [\s\S]*?)```/.exec(guide) ?? [];
  const folder = await mkdtemp(path.join(import.meta.dirname, 'guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'order-trigger.ts');
  await writeFile(file, code);
  return ((await import(file)) as { orderTrigger: NodeDefinition }).orderTrigger;
};

test('the trigger of the guide polls as the guide says', async () => {
  const orders = [{ id: 1, total: 20 }];
  const host = createFakeHost({
    http: ({ url }) => {
      const after = Number(new URL(url).searchParams.get('after'));
      return { body: orders.filter(({ id }) => id > after) };
    },
  });
  const definition = await guided();
  const nodeTypes = createNodeTypeRegistry([definition]);
  expect(nodeTypes.describe('shop.orderTrigger', 1)?.properties?.map(({ name }) => name)).toEqual(['pollTimes', 'url']);

  const node = {
    name: 'Orders',
    type: 'shop.orderTrigger',
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: { url: 'http://shop' },
  };
  const calls = createInProcessCalls(nodeTypes, { host });
  const workflow = { id: '1', name: 'W', active: true, nodes: [node], connections: {} };
  const poll = (staticData: object, isTest = false) =>
    calls.ask({ workflow, node: 'Orders', ranBy: 'owner', staticData: staticData as never }, { kind: 'poll', isTest });
  expect(await poll({})).toMatchObject({
    value: new JsonText('[[{"json":{"id":1,"total":20}}]]'),
    staticData: { 'node:Orders': { after: 1 } },
  });
  expect(await poll({ 'node:Orders': { after: 1 } })).toMatchObject({ value: null });
  expect(await poll({ 'node:Orders': { after: 1 } }, true)).toMatchObject({
    value: { text: expect.stringContaining('"id":1') },
  });
});
