import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { executionDataNode } from './execution-data.node.ts';

const save = (...values: { key: string; value: string }[]) => ({ dataToSave: { values } });

test.each([1, 1.1])('version %d notes values at the execution and passes its items on', async (typeVersion) => {
  const { items, run } = await runNode(executionDataNode, {
    typeVersion,
    parameters: save({ key: 'customer', value: '={{ $json.id }}' }, { key: '', value: 'ignored' }),
    items: [{ id: 7 }, { id: 8 }],
  });
  expect(items).toEqual([
    { json: { id: 7 }, pairedItem: 0 },
    { json: { id: 8 }, pairedItem: 1 },
  ]);
  expect(run.progress?.customData).toEqual({ customer: '8' });
});

test('what is too long is cut off, and without items there is nothing to note', async () => {
  const { run } = await runNode(executionDataNode, {
    parameters: save({ key: 'k'.repeat(60), value: 'v'.repeat(600) }),
    items: [{}],
  });
  expect(run.progress?.customData).toEqual({ ['k'.repeat(50)]: 'v'.repeat(512) });
  expect((await runNode(executionDataNode, { parameters: {}, items: [{}] })).json).toEqual([{}]);
});

test('a key that cannot be one is an error of its item', async () => {
  const { json, error } = await runNode(executionDataNode, {
    parameters: save({ key: '={{ $json.key }}', value: 'v' }),
    items: [{ key: 'no!' }, { key: 'yes' }],
    onError: 'continueRegularOutput',
  });
  expect(error).toBeUndefined();
  expect(json).toEqual([{ error: expect.stringContaining('no!') }, { key: 'yes' }]);
});
