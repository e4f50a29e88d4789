import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { setParameter } from '../workflow/commands/index.ts';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { openSession, type WorkflowSession } from '../workflow/session.ts';
import { renderCanvas } from './render-for-test.tsx';

/** Stands for cards and wires, without a memo of their own: counts how often React Flow renders what is around them. */
const rendered = vi.hoisted(() => ({ nodes: [] as string[], wires: 0 }));
vi.mock('./NodeCard.tsx', () => ({
  NodeCard: ({ id }: { id: string }) => {
    rendered.nodes.push(id);
    return null;
  },
}));
vi.mock('./WireEdge.tsx', () => ({
  WireEdge: () => {
    rendered.wires += 1;
    return null;
  },
}));

let session: WorkflowSession;
const key = (name: string) => keyOf(session.state().document, name);
const rendersOf = async (change: () => void) => {
  rendered.nodes = [];
  rendered.wires = 0;
  await act(async () => change());
  return { nodes: [...new Set(rendered.nodes)], wires: rendered.wires };
};

beforeEach(async () => {
  rendered.nodes = [];
  rendered.wires = 0;
  fakeServer({ 'GET /node-types': { data: [] } });
  session = openSession(documentOf('A B C D', 'A>B B>C C>D'));
  await renderCanvas(session);
  expect(new Set(rendered.nodes).size).toBe(4);
  expect(rendered.wires).toBeGreaterThan(0);
});
afterEach(() => {
  cleanup();
  session.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a keystroke in the panel of a node renders that node alone', async () => {
  const typed = await rendersOf(() => session.dispatch('history.setParameter', setParameter(key('B'), ['url'], 'x')));
  expect(typed).toEqual({ nodes: [key('B')], wires: 0 });
});

test('selecting a node renders it, and the one that was selected', async () => {
  await rendersOf(() => session.select([key('A')]));
  expect(await rendersOf(() => session.select([key('C')]))).toEqual({ nodes: [key('A'), key('C')], wires: 0 });
});

test('a move renders the node and its wires', async () => {
  const moved = await rendersOf(() =>
    session.dispatch('history.moveNodes', (draft) => {
      draft.nodes[key('D')]!.data.position = [700, 500];
    }),
  );
  expect(moved.nodes).toEqual([key('D')]);
  expect(moved.wires).toBeLessThanOrEqual(1);
});
