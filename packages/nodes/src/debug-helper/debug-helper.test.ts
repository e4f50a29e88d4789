import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { debugHelperNode } from './debug-helper.node.ts';

const run = (parameters: object, more: object = {}) =>
  runNode(debugHelperNode, { parameters, items: [{ a: 1 }, { a: 2 }], ...more });
const random = (parameters: object) => run({ category: 'randomData', ...parameters });

test.each(['NodeApiError', 'NodeOperationError', 'Error'])('it fails as it is told to: %s', async (throwErrorType) => {
  const parameters = { throwErrorType, throwErrorMessage: '={{ "no " + $json.a }}' };
  expect((await run(parameters)).error?.message).toBe('no 1');
  const { json } = await run(parameters, { onError: 'continueRegularOutput' });
  expect(json.map(({ error }) => error)).toEqual(['no 1', 'no 2']);
});

test('it does nothing, or takes memory', async () => {
  expect((await run({ category: 'doNothing' })).items).toEqual([
    { json: { a: 1 }, pairedItem: 0 },
    { json: { a: 2 }, pairedItem: 1 },
  ]);
  expect((await run({ category: 'oom', memorySizeValue: 1 })).json[0]).toMatchObject({ requested: 1, taken: 1 });
});

test.each([
  ['address', 'streetAddress', /^\d+ .+/],
  ['latLong', 'latLong', /^-?[\d.]+, -?[\d.]+$/],
  ['creditCard', 'number', /^9\d{15}$/],
  ['email', 'email', /^[a-z.]+\d+@example\./],
  ['ipv4', 'ip', /^\d+\.\d+\.\d+\.\d+$/],
  ['ipv6', 'ipv6', /^2001:db8(:[0-9a-f]{4}){6}$/],
  ['macAddress', 'mac', /^02(:[0-9a-f]{2}){5}$/],
  ['nanoid', 'nanoId', /^[0-9a-zA-Z]{16}$/],
  ['url', 'url', /^https:\/\/[a-z]{8}\.example\./],
  ['user', 'firstname', /^[A-Z][a-z]+$/],
  ['uuid', 'uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['semver', 'version', /^\d+\.\d+\.\d+$/],
])('data made up: %s', async (randomDataType, field, form) => {
  const { items } = await random({ randomDataType, randomDataCount: 3 });
  expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 0, 1, 1, 1]);
  for (const { json } of items) expect(json[field]).toMatch(form);
});

test('the same seed gives the same data; all may be one item', async () => {
  const parameters = { randomDataSeed: 'x', randomDataSingleArray: true, randomDataCount: 2 };
  const [first, second] = (await random(parameters)).json;
  expect(first).toEqual(second);
  expect(first?.generatedItems).toHaveLength(2);
  expect((await random({ randomDataCount: 1e9 })).error?.message).toContain('cannot be made at once');
});
