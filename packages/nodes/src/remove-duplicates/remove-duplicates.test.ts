import type { JsonObject } from '@millrace/contract/data';
import { runNode, runWorkflowForTest, startNode, testNode, workflow } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { removeDuplicatesNode } from './remove-duplicates.node.ts';
import { removeDuplicatesNodeV1 } from './remove-duplicates-v1.node.ts';

const people = [
  { id: 1, name: 'Ada', at: { city: 'Bern' } },
  { name: 'Ada', id: 1, at: { city: 'Bern' } },
  { id: 1, name: 'Ada', at: { city: 'Rome' } },
  { id: 2, name: 'Bob' },
];

test.each([
  [{}, [0, 2, 3]],
  [{ compare: 'selectedFields', fieldsToCompare: 'id, name' }, [0, 3]],
  [{ compare: 'selectedFields', fieldsToCompare: ['at.city'] }, [0, 2, 3]],
  [{ compare: 'allFieldsExcept', fieldsToExclude: 'at.city, id' }, [0, 3]],
])('%j keeps the first of the same items, in every version', async (parameters, kept) => {
  for (const [node, typeVersion] of [
    [removeDuplicatesNodeV1, 1],
    [removeDuplicatesNodeV1, 1.1],
    [removeDuplicatesNode, 2],
  ] as const) {
    const { items, error } = await runNode(node, { typeVersion, parameters, items: people as { id: number }[] });
    expect(error?.message).toBeUndefined();
    expect(items).toEqual(kept.map((index) => ({ json: people[index], pairedItem: index })));
  }
});

test('other fields may be left out', async () => {
  const parameters = { compare: 'selectedFields', fieldsToCompare: 'at.city', options: { removeOtherFields: true } };
  const { json } = await runNode(removeDuplicatesNode, { parameters, items: people as { id: number }[] });
  expect(json).toEqual([{ at: { city: 'Bern' } }, { at: { city: 'Rome' } }, {}]);
});

test('what is not set, or misspelt, is said', async () => {
  const failing = async (parameters: object) =>
    (await runNode(removeDuplicatesNode, { parameters, items: [{ id: 1 }] })).error?.message;
  expect(await failing({ compare: 'selectedFields' })).toBe('No field to compare is set');
  expect(await failing({ compare: 'allFieldsExcept' })).toBe('No field to exclude is set');
  expect(await failing({ compare: 'selectedFields', fieldsToCompare: 'Id' })).toBe('No item has the field "Id"');
});

/** Executions one after the other; each begins with what the one before has stored. */
const executions = () => {
  let stored: JsonObject = {};
  return async (parameters: object, items: object[]) => {
    const flow = workflow()
      .node('Start', startNode)
      .node('New', removeDuplicatesNode, { parameters })
      .wire('Start > New');
    flow.staticData = stored;
    const run = await runWorkflowForTest(flow, { items: items as { id: number }[] });
    expect(run.error?.message).toBeUndefined();
    stored = { ...stored, ...(run.progress?.staticData as JsonObject) };
    return { kept: run.json('New'), items: run.outputs('New')[0], stored };
  };
};

const seen = (more: object = {}) => ({
  operation: 'removeItemsSeenInPreviousExecutions',
  dedupeValue: '={{ $json.id }}',
  ...more,
});

test('what earlier executions had is dropped; of one input all with a new value stay', async () => {
  const execute = executions();
  expect((await execute(seen(), [{ id: 1 }, { id: '1' }, { id: 2 }])).kept).toEqual([
    { id: 1 },
    { id: '1' },
    { id: 2 },
  ]);
  expect((await execute(seen(), [{ id: 2 }, { id: 3 }])).items).toEqual([{ json: { id: 3 }, pairedItem: 1 }]);
  expect((await execute(seen(), [{ id: 1 }, { id: 2 }, { id: 3 }])).kept).toEqual([]);
});

test("the history keeps the newest values, and is the node's own unless the workflow shares one", async () => {
  const execute = executions();
  const options = { historySize: 2, scope: 'workflow' };
  await execute(seen({ options }), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  const { kept, stored } = await execute(seen({ options }), [{ id: 1 }, { id: 3 }]);
  expect(kept).toEqual([{ id: 1 }]);
  expect(Object.keys(stored)).toEqual(['global']);
  expect((await execute(seen(), [{ id: 3 }])).kept).toEqual([{ id: 3 }]);
});

test('numbers and dates that grow', async () => {
  const execute = executions();
  const number = seen({ logic: 'removeItemsUpToStoredIncrementalKey', incrementalDedupeValue: '={{ $json.n }}' });
  expect((await execute(number, [{ n: 2 }, { n: '5' }, { n: 3 }])).kept).toHaveLength(3);
  expect((await execute(number, [{ n: 5 }, { n: 6 }])).kept).toEqual([{ n: 6 }]);
  const date = seen({ logic: 'removeItemsUpToStoredDate', dateDedupeValue: '={{ $json.d }}' });
  expect((await execute(date, [{ d: '2026-01-01T12:00:00+02:00' }])).kept).toHaveLength(1);
  expect((await execute(date, [{ d: '2026-01-01T10:00:00Z' }, { d: '2026-01-01T10:00:01Z' }])).kept).toEqual([
    { d: '2026-01-01T10:00:01Z' },
  ]);
});

test('clearing it passes all items on, and all are new again', async () => {
  const execute = executions();
  await execute(seen(), [{ id: 1 }]);
  expect((await execute({ operation: 'clearDeduplicationHistory' }, [{ id: 1 }])).kept).toEqual([{ id: 1 }]);
  expect((await execute(seen(), [{ id: 1 }])).kept).toEqual([{ id: 1 }]);
});

test('an execution that goes on elsewhere after the node neither loses nor doubles its items', async () => {
  let calls = 0;
  const later = testNode(({ items }) => {
    calls += 1;
    return [items as never];
  });
  const flow = workflow()
    .node('Start', startNode)
    .node('New', removeDuplicatesNode, { parameters: seen() })
    .node('Later', later)
    .wire('Start > New > Later');
  const items = [{ id: 1 }, { id: 2 }];
  // Lost before its end: nothing of the history is stored, so the node runs again with the one that it began with.
  const lost = await runWorkflowForTest(flow, { items, pauseAfter: (finished) => finished === 1 });
  const again = await runWorkflowForTest(flow, { items, recorded: lost.finished, progress: lost.progress });
  expect(again.json('Later')).toEqual(items);
  // Lost after the node: its recorded result counts.
  const paused = await runWorkflowForTest(flow, { items, pauseAfter: (finished) => finished === 2 });
  const goneOn = await runWorkflowForTest(flow, { items, recorded: paused.finished, progress: paused.progress });
  expect(goneOn.json('Later')).toEqual(items);
  expect(calls).toBe(2);
  expect(goneOn.progress?.staticData).toEqual(again.progress?.staticData);
});

test('what is no number or date is an error', async () => {
  const failing = async (parameters: object) =>
    (await runNode(removeDuplicatesNode, { parameters: seen(parameters), items: [{ v: 'x' }] })).error?.message;
  expect(
    await failing({ logic: 'removeItemsUpToStoredIncrementalKey', incrementalDedupeValue: '={{ $json.v }}' }),
  ).toBe('"x" is not a number');
  expect(await failing({ logic: 'removeItemsUpToStoredDate', dateDedupeValue: '={{ $json.v }}' })).toBe(
    '"x" is not a date',
  );
  expect(await failing({ logic: 'odd' })).toContain('"odd" is not a value for Keep items where');
});
