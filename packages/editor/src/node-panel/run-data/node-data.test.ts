import { emptyDocument } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { nodeRunOf } from '../../workflow/node-run.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import type { WorkflowDocument } from '../../workflow/types.ts';
import { ancestorsOf, inputsOf, parentsOf } from './node-data.ts';

const node = (key: string, y = 0) => ({
  key,
  order: 0,
  data: { name: `Node ${key}`, type: 't', position: [0, y] as [number, number] },
});
const wire = (key: string, source: string, target: string, targetIndex = 0) => ({
  key,
  order: 0,
  source,
  sourceType: 'main' as const,
  sourceIndex: 0,
  target,
  targetType: 'main' as const,
  targetIndex,
});
const document: WorkflowDocument = {
  ...emptyDocument(),
  nodes: { a: node('a', 100), b: node('b', 0), c: node('c'), d: node('d') },
  wires: { w1: wire('w1', 'a', 'c'), w2: wire('w2', 'b', 'c'), w3: wire('w3', 'c', 'd', 1), w4: wire('w4', 'd', 'c') },
};

describe('the nodes around a node', () => {
  it('lists parents by input, then from top to bottom', () => {
    expect(parentsOf(document, 'c').map(({ key }) => key)).toEqual(['b', 'd', 'a']);
  });

  it('finds ancestors through loops, without the node itself', () => {
    expect([...ancestorsOf(document, 'd').keys()]).toEqual(['c', 'a', 'b']);
  });

  it('fills inputs that nothing is connected to', () => {
    expect(inputsOf({ document, run: emptyRun }, 'd')).toEqual([
      { source: null, items: null },
      { source: { key: 'c', name: 'Node c', output: 0, run: 0 }, items: null },
    ]);
  });

  it('prefers the connected node that has data', () => {
    const run = {
      ...emptyRun,
      nodes: {
        a: nodeRunOf([{ startTime: 0, executionTime: 0, source: [], data: { main: [[{ json: { x: 1 } }]] } }]),
      },
    };
    expect(inputsOf({ document, run }, 'c')[0]).toMatchObject({ source: { key: 'a' }, items: [{ json: { x: 1 } }] });
  });
});
