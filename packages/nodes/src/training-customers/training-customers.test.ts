import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { customerDatastoreNode } from './customer-datastore.node.ts';
import { customerMessengerNode } from './customer-messenger.node.ts';

const get = async (parameters: object, items: object[] = [{}]) =>
  (await runNode(customerDatastoreNode, { parameters, items: items as { a?: number }[] })).items;

test('customers have the fields that lessons use, and one has no country', async () => {
  const all = await get({ operation: 'getAllPeople', returnAll: true });
  for (const { json } of all) {
    expect(Object.keys(json)).toEqual(['id', 'name', 'email', 'notes', 'country', 'created']);
  }
  expect(all.filter(({ json }) => json.country === null)).toHaveLength(1);
  expect(await get({})).toEqual([{ json: all[0]?.json, pairedItem: 0 }]);
});

test('no more than so many, for each item', async () => {
  const some = await get({ operation: 'getAllPeople', limit: 2 }, [{}, {}]);
  expect(some.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 1]);
  expect(await get({ operation: 'getAllPeople' }, [])).toEqual([]);
});

test('messages are only told of', async () => {
  const { items } = await runNode(customerMessengerNode, {
    parameters: { customerId: '={{ $json.id }}', message: 'Hello' },
    items: [{ id: '1' }, { id: '2' }],
  });
  expect(items).toEqual([
    { json: { output: 'Sent message to customer 1:  Hello' }, pairedItem: 0 },
    { json: { output: 'Sent message to customer 2:  Hello' }, pairedItem: 1 },
  ]);
});
