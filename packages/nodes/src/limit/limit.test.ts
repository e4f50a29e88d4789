import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { limitNode } from './limit.node.ts';

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

test.each([
  [{}, [1]],
  [{ maxItems: 2 }, [1, 2]],
  [{ maxItems: 9 }, [1, 2, 3]],
  [{ maxItems: 2, keep: 'lastItems' }, [2, 3]],
  [{ maxItems: '={{ 1 + 1 }}' }, [1, 2]],
])('%j', async (parameters, expected) => {
  const { items: kept } = await runNode(limitNode, { parameters, items });
  expect(kept.map(({ json }) => json.n)).toEqual(expected);
  expect(kept.map(({ pairedItem }) => pairedItem)).toEqual(expected.map((n) => n - 1));
});
