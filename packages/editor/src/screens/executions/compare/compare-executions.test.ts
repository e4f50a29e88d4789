import type { Item, NodeRunOutline } from '@millrace/contract';
import { expect, test } from 'vitest';
import { compareExecutions } from './compare-executions.ts';

const run = (node: string, data: object[], more: Partial<NodeRunOutline> = {}): NodeRunOutline => ({
  position: 0,
  node,
  runIndex: 0,
  task: { startTime: 1, executionTime: 5, source: [] },
  outputs: { main: [data.length] },
  size: 10,
  data: { main: [data.map((json) => ({ json }) as Item)] },
  ...more,
});
const compare = (first: NodeRunOutline[], second: NodeRunOutline[]) =>
  compareExecutions({ nodes: first }, { nodes: second });

test('two executions that did the same differ nowhere, whatever time they took', () => {
  const slow = run('A', [{ a: 1 }], { task: { startTime: 9, executionTime: 900, source: [] } });
  expect(compare([run('A', [{ a: 1 }])], [slow])).toMatchObject([
    { node: 'A', differs: false, difference: undefined, first: { duration: 5 }, second: { duration: 900 } },
  ]);
});

test('the first place is named in which the data differs', () => {
  const [node] = compare(
    [run('A', [{ a: 1 }, { b: { list: [1, 2] } }])],
    [run('A', [{ a: 1 }, { b: { list: [1, 3] } }])],
  );
  expect(node).toMatchObject({ differs: true, difference: { item: 1, path: 'b.list[1]', first: 2, second: 3 } });
});

test('an item too many is one that the other has not', () => {
  const [node] = compare([run('A', [{ a: 1 }])], [run('A', [{ a: 1 }, { a: 2 }])]);
  expect(node?.difference).toMatchObject({ item: 1, path: '', first: undefined, second: { a: 2 } });
});

test('a node that ran in one of them only, and one that failed, differ', () => {
  const error = { name: 'NodeError', message: 'closed', timestamp: 1 };
  const failed = run('A', [], {
    data: undefined,
    size: 0,
    outputs: {},
    task: { startTime: 1, executionTime: 1, source: [], error },
  });
  expect(compare([run('A', [{ a: 1 }]), run('B', [])], [failed])).toMatchObject([
    { node: 'A', differs: true, first: { status: 'success' }, second: { status: 'error', error: 'closed' } },
    { node: 'B', differs: true, second: undefined },
  ]);
});

test('what is too large to be here is compared by number and size', () => {
  const large = (size: number) => run('A', [], { data: undefined, size, outputs: { main: [1000] } });
  expect(compare([large(5000)], [large(5000)])).toMatchObject([{ differs: false, isUnread: true }]);
  expect(compare([large(5000)], [large(6000)])).toMatchObject([{ differs: true, difference: 'unread' }]);
});

test('names of fields are data', () => {
  const first = JSON.parse('{"__proto__": 1}') as object;
  const [node] = compare([run('A', [first])], [run('A', [{}])]);
  expect(node?.difference).toMatchObject({ path: '__proto__', first: 1, second: undefined });
});
