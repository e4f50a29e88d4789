import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { setParameter } from '../workflow/commands/index.ts';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { openSession, type WorkflowSession } from '../workflow/session.ts';
import type { CardNode } from './flow-model.ts';
import { renderCanvas } from './render-for-test.tsx';

/** Stands for cards and wires: counts how often they are rendered. Cards have no memo of their own here, so what React Flow renders around them counts. */
const rendered = vi.hoisted(() => ({ nodes: [] as string[], withTypes: new Set<string>(), wires: 0 }));
vi.mock('./NodeCard.tsx', () => ({
  NodeCard: ({ id, data }: Pick<CardNode, 'id' | 'data'>) => {
    rendered.nodes.push(id);
    if (data.isUnknown) rendered.withTypes.add(id);
    return null;
  },
}));
vi.mock('./WireLine.tsx', async () => ({
  WireLine: (await import('react')).memo(() => {
    rendered.wires += 1;
    return null;
  }),
}));

let session: WorkflowSession;
const key = (name: string) => keyOf(session.state().document, name);
const rendersOf = async (change: () => void) => {
  rendered.nodes = [];
  rendered.wires = 0;
  await act(async () => change());
  return { nodes: [...new Set(rendered.nodes)], wires: rendered.wires };
};

const renderAll = async () => {
  rendered.withTypes.clear();
  await renderCanvas(session);
  // There is no type, which the cards know when the list has come.
  await vi.waitFor(() => expect(rendered.withTypes.size).toBe(4));
};

beforeEach(async () => {
  rendered.wires = 0;
  fakeServer({ 'GET /node-types': { data: [] } });
  session = openSession(documentOf('A B C D', 'A>B B>C C>D'));
  await renderAll();
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

test('all nodes are there before the first frame, wherever they lie', async () => {
  cleanup();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  session.dispatch('history.moveNodes', (draft) => {
    draft.nodes[key('D')]!.data.position = [9000, 5000];
  });
  rendered.nodes = [];
  await renderCanvas(session);
  expect(new Set(rendered.nodes).size).toBe(4);
});

test('nothing is rendered again for having been measured', async () => {
  cleanup();
  const measured: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: { target: Element }[]) => void;
      constructor(tell: (entries: { target: Element }[]) => void) {
        this.#tell = tell;
      }
      observe(target: Element) {
        if (target.matches('.react-flow__node')) measured.push(() => this.#tell([{ target }]));
      }
      unobserve() {}
      disconnect() {}
    },
  );
  await renderAll();
  expect(measured.length).toBe(4);
  const again = await rendersOf(() => {
    for (const tell of measured) tell();
  });
  expect(again).toEqual({ nodes: [], wires: 0 });
});
