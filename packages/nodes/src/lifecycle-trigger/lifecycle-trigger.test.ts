import { runNode, setUpNode } from '@millrace/engine/testing';
import { expect, it, test } from 'vitest';
import { activationTrigger } from './activation-trigger.node.ts';
import { lifecycleTrigger } from './lifecycle-trigger.node.ts';
import { workflowTrigger } from './workflow-trigger.node.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);

it.each([
  ['activated', 'Workflow activated'],
  ['updated', 'Workflow updated'],
  ['started', 'Instance started'],
] as const)('says that the event is %s, when it was, and of which workflow', async (event, title) => {
  const { json } = await runNode(lifecycleTrigger, { payload: { kind: 'lifecycle', event, at } });
  expect(json).toEqual([{ event: title, timestamp: '2026-01-02T03:04:05.000Z', workflow_id: expect.anything() }]);
});

it.each([
  [lifecycleTrigger, ['init', 'update', 'activate', 'unheard of'], ['activated', 'started', 'updated']],
  [workflowTrigger, ['update'], ['updated']],
  [activationTrigger, ['init'], ['started']],
] as const)('%# is told of what was chosen', async (definition, events, told) => {
  const { context } = setUpNode(definition, { parameters: { events: [...events] } });
  expect(await definition.lifecycle?.(context)).toEqual(told);
});

it.each([[[]], [['unheard of']], [null], [{}]])('cannot be active with the events %j', (events) => {
  const { context } = setUpNode(lifecycleTrigger, { parameters: { events } });
  expect(() => lifecycleTrigger.lifecycle?.(context)).toThrow('Choose at least one event');
});

test('by hand it says so', async () => {
  expect((await runNode(lifecycleTrigger)).json).toMatchObject([{ event: 'Manual execution' }]);
  expect((await runNode(workflowTrigger)).json).toMatchObject([{ event: 'Manual execution' }]);
  expect((await runNode(activationTrigger)).json).toEqual([{ activation: 'manual' }]);
});

test('the oldest form names the event as it was chosen', async () => {
  const { json } = await runNode(activationTrigger, { payload: { kind: 'lifecycle', event: 'updated', at } });
  expect(json).toEqual([{ activation: 'update' }]);
});
