import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { errorTrigger } from './error-trigger.node.ts';

test('hands on what a failed run sends', async () => {
  const failure = { execution: { id: '7', error: { message: 'Broken' } }, workflow: { id: '1', name: 'A' } };
  const { json } = await runNode(errorTrigger, { payload: { kind: 'items', items: [{ json: failure }] } });
  expect(json).toEqual([failure]);
});

test('by hand it gives an example of the same shape', async () => {
  const { json } = await runNode(errorTrigger);
  expect(json).toMatchObject([
    {
      execution: { id: expect.any(String), url: expect.any(String), error: { message: expect.any(String) } },
      workflow: { id: expect.any(String), name: expect.any(String) },
    },
  ]);
});
