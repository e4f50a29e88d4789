import type { JsonObject } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createNodeTypeRegistry } from '../run/node-types.ts';
import { setUpNode } from '../testing/index.ts';
import { defineNode } from './definition.ts';

const feed = defineNode({
  name: 'test.feed',
  displayName: 'Feed',
  description: '',
  versions: [1],
  group: ['trigger'],
  defaults: { name: 'Feed' },
  inputs: [],
  outputs: ['main'],
  parameters: [{ name: 'url', displayName: 'URL', type: 'string', default: '' }],
  poll: async () => null,
});

const nodeTypes = createNodeTypeRegistry([feed]);

const timesOf = (parameters: JsonObject) => feed.schedule?.(setUpNode(feed, { parameters }).context);

test('a type that polls has poll times before its own parameters', () => {
  expect(nodeTypes.describe('test.feed', 1)?.properties?.map(({ name }) => name)).toEqual(['pollTimes', 'url']);
});

test('it looks each minute where nothing is said', () => {
  expect(timesOf({})).toEqual([{ cron: '0 * * * * *' }]);
});

test('poll times are read as public workflows store them', () => {
  const item = [
    { mode: 'everyX', value: 15, unit: 'minutes' },
    { mode: 'everyDay', hour: 8, minute: 30 },
    { mode: 'custom', cronExpression: '0 9 * * 1-5' },
  ];
  expect(timesOf({ pollTimes: { item } })).toEqual([
    { cron: '0 */15 * * * *' },
    { cron: '0 30 8 * * *' },
    { cron: '0 9 * * 1-5' },
  ]);
});

test.each([
  [[], /no poll times/],
  [[{ mode: 'custom', cronExpression: '*/5 * * * * *' }], /a minute between/],
])('times that are none, or too close, are refused: %j', (item, message) => {
  expect(() => timesOf({ pollTimes: { item } })).toThrow(message);
});
