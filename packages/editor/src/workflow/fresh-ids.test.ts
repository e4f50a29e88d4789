import type { FormatWorkflow } from '@millrace/contract';
import { expect, test } from 'vitest';
import { withFreshIds } from './fresh-ids.ts';

const node = (name: string, id?: string) => ({
  name,
  type: 'core.set',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...(id !== undefined && { id }),
});

test('nodes get other ids, also those without one, and groups go on to hold them', () => {
  const workflow = {
    nodes: [{ ...node('A', 'a'), webhookId: 'hook' }, node('B')],
    connections: { A: { main: [[{ node: 'B', type: 'main', index: 0 }]] } },
    meta: { from: 'here', groups: { g: { title: 'Both', nodes: ['a'] }, odd: 5 } },
  } as unknown as FormatWorkflow;
  const fresh = withFreshIds(workflow) as FormatWorkflow & { meta: { groups: Record<string, unknown> } };
  const [a, b] = fresh.nodes.map(({ id }) => id);
  expect(new Set(['a', undefined, a, b]).size).toBe(4);
  expect(fresh.meta).toEqual({ from: 'here', groups: { g: { title: 'Both', nodes: [a] }, odd: 5 } });
  expect(fresh.nodes[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.hasOwn(fresh.nodes[1] ?? {}, 'webhookId')).toBe(false);
  expect(fresh.connections).toBe(workflow.connections);
});
