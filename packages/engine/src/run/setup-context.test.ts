import { expect, test } from 'vitest';
import { createFakeHost, testNode, workflow } from '../testing/index.ts';
import { createNodeTypeRegistry } from './node-types.ts';
import { createNodeContext } from './setup-context.ts';

const hook = testNode(() => [], {
  name: 'test.hook',
  parameters: [
    { name: 'path', displayName: 'Path', type: 'string', default: '={{ $workflow.name }}-{{ $parameter.suffix }}' },
    { name: 'suffix', displayName: 'Suffix', type: 'string', default: 'x' },
  ],
});

const setup = (timezone?: string) => ({
  workflow: workflow().node('Hook', hook, { webhookId: 'w1' }).set({ timezone }).build(),
  nodeTypes: createNodeTypeRegistry([hook]),
  timezone: 'Europe/Berlin',
  node: 'Hook',
  host: createFakeHost(),
});

test('parameters without items: defaults and expressions over the workflow', () => {
  const context = createNodeContext(setup());
  expect(context.parameter('path' as never)).toBe('Test-x');
  expect(context.rawParameter('path')).toBe('={{ $workflow.name }}-{{ $parameter.suffix }}');
  expect(context.rawParameter('toString')).toBeUndefined();
  expect(context.node).toMatchObject({ name: 'Hook', webhookId: 'w1', typeVersion: 1 });
});

test.each([
  [undefined, 'Europe/Berlin'],
  ['DEFAULT', 'Europe/Berlin'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('the zone of the workflow %s gives %s', (own, expected) => {
  expect(createNodeContext(setup(own)).timezone).toBe(expected);
});

test('a node that is not there is said so', () => {
  expect(() => createNodeContext({ ...setup(), node: 'Gone' })).toThrow('There is no node "Gone"');
});

test('an instance without expressions says so, and reads fixed values', () => {
  const context = createNodeContext({ ...setup(), expressionsDisabled: true });
  expect(() => context.parameter('path' as never)).toThrow('Expressions are switched off on this instance');
  expect(context.parameter('suffix' as never)).toBe('x');
});
