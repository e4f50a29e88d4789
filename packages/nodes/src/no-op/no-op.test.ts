import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { noOpNode } from './no-op.node.ts';

test('passes items on, linked to those it got', async () => {
  const { items } = await runNode(noOpNode, { items: [{ json: { a: 1 }, pairedItem: 7 }, { a: 2 }] });
  expect(items).toEqual([
    { json: { a: 1 }, pairedItem: 0 },
    { json: { a: 2 }, pairedItem: 1 },
  ]);
});
