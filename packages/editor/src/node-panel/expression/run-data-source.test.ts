import type { Item, TaskData } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../workflow/format.ts';
import { nodeRunOf } from '../../workflow/node-run.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import type { NodeRunState, WorkflowDocument } from '../../workflow/types.ts';
import { createEvaluate } from './evaluation.ts';
import { createRunDataSource } from './run-data-source.ts';

const node = (key: string, name: string) => ({
  key,
  data: { name, type: 'core.set', typeVersion: 1, position: [0, 0] as [number, number], parameters: { own: name } },
});
const wire = (source: string, target: string, sourceIndex = 0, targetIndex = 0) => ({
  key: `${source}-${target}-${sourceIndex}`,
  source,
  sourceType: 'main' as const,
  sourceIndex,
  target,
  targetType: 'main' as const,
  targetIndex,
});

const document: WorkflowDocument = {
  ...emptyDocument(),
  nodes: { n1: node('n1', 'Start'), n2: node('n2', 'constructor'), n3: node('n3', 'End') },
  wires: { a: wire('n1', 'n2', 1), b: wire('n2', 'n3') },
};
const task = (outputs: (Item[] | null)[], previousNode?: string, previousNodeOutput = 0): TaskData => ({
  startTime: 0,
  executionTime: 1,
  source: previousNode ? [{ previousNode, previousNodeOutput }] : [],
  data: { main: outputs },
});
const ran = (...tasks: TaskData[]): NodeRunState => nodeRunOf(tasks);
const items = (...names: string[]): Item[] => names.map((name, item) => ({ json: { name }, pairedItem: { item } }));

const evaluateFor = (
  key: string,
  runNodes: Record<string, NodeRunState>,
  doc = document,
  itemIndex = 0,
  runIndex = Math.max(0, (runNodes[key]?.tasks.length ?? 0) - 1),
) => {
  const source = createRunDataSource({
    state: { id: '7', active: false, document: doc, run: { ...emptyRun, nodes: runNodes } },
    key,
    runIndex,
    task: runNodes[key]?.tasks[runIndex],
    timezone: 'Europe/Berlin',
    parametersOf: (other) => other.data.parameters ?? {},
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0.5,
  })!;
  const evaluate = createEvaluate(source, itemIndex);
  return (text: string) => {
    const result = evaluate(text);
    return result.kind === 'value' ? result.value : `${result.kind}: ${result.message}`;
  };
};

describe('expressions over the run on screen', () => {
  it('give no data without any run, and still what needs none', () => {
    const evaluate = evaluateFor('n3', {});
    expect(evaluate('={{ $json.name }}')).toMatch(/^noData/);
    expect(evaluate('={{ 1 + 1 }}')).toBe(2);
    expect(evaluate('={{ $workflow.id }}')).toBe('7');
    expect(evaluate('={{ $now.toISODate() }}')).toBe('2026-01-01');
  });

  it('read the output that leads to a node that has not run yet', () => {
    const evaluate = evaluateFor('n2', { n1: ran(task([null, items('a', 'b')])) }, document, 1);
    expect(evaluate('={{ $json.name }}')).toBe('b');
    expect(evaluate('={{ $prevNode.outputIndex }}')).toBe(1);
  });

  it('read what the node got in the run that is looked at', () => {
    const loop = {
      n1: ran(task([null, items('first')]), task([null, items('second')])),
      n2: ran(
        { ...task([items('x')]), source: [{ previousNode: 'Start', previousNodeOutput: 1, previousNodeRun: 0 }] },
        { ...task([items('y')]), source: [{ previousNode: 'Start', previousNodeOutput: 1, previousNodeRun: 1 }] },
      ),
    };
    expect(evaluateFor('n2', loop)('={{ $json.name + $runIndex }}')).toBe('second1');
    expect(evaluateFor('n2', loop, document, 0, 0)('={{ $json.name + $runIndex }}')).toBe('first0');
  });

  it('read what a node got when it ran, not what its parent gave later', () => {
    const evaluate = evaluateFor('n2', {
      n1: ran(task([null, items('first')]), task([null, items('second')])),
      n2: ran(task([items('out')], 'Start', 1)),
    });
    expect(evaluate('={{ $json.name }}')).toBe('first');
  });

  it('reach older nodes by name, whatever they are called', () => {
    const evaluate = evaluateFor('n3', {
      n1: ran(task([null, items('a', 'b')])),
      n2: ran(task([items('A', 'B')], 'Start', 1)),
    });
    expect(evaluate("={{ $('constructor').item.json.name }}")).toBe('A');
    expect(evaluate("={{ $('Start').first().json.name }}")).toBe('a');
    expect(evaluate("={{ $('Start').item.json.name }}")).toBe('a');
    expect(evaluate("={{ $('Nobody').first().json.name }}")).toMatch(/^error/);
  });

  it('see pinned data where a node has not run', () => {
    const pinned = { ...document, pinData: { n2: [{ json: { name: 'pinned' } }, { bare: true }] } };
    expect(evaluateFor('n3', {}, pinned)('={{ $json.name }}')).toBe('pinned');
    expect(evaluateFor('n3', {}, pinned, 1)('={{ $json.bare }}')).toBe(true);
  });

  it('sees the first items of a result that is too large to be here', () => {
    const { data: _, ...about } = task([], undefined);
    const large: NodeRunState = {
      ...nodeRunOf([{ ...about, stored: { outputs: { main: [null, 5000] } } }]),
      preview: [null, items('first')],
    };
    const evaluate = evaluateFor('n2', { n1: large });
    expect(evaluate('={{ $json.name }}')).toBe('first');
    const run = { n1: large, n2: ran(task([items('x')], 'Start', 1)) };
    expect(evaluateFor('n3', run)("={{ $('Start').first(1).json.name }}")).toBe('first');
  });

  it('sees an item of a large result that was read by itself, beside the first ones', () => {
    const { data: _, ...about } = task([], undefined);
    const large: NodeRunState = {
      ...nodeRunOf([{ ...about, stored: { outputs: { main: [null, 5000] } } }]),
      preview: [null, items('first')],
    };
    const chosen = { index: 4321, item: items('chosen')[0]! };
    const source = createRunDataSource({
      state: { id: '7', active: false, document, run: { ...emptyRun, nodes: { n1: large } } },
      key: 'n2',
      runIndex: 0,
      task: undefined,
      chosen,
      timezone: 'UTC',
      parametersOf: () => ({}),
      now: () => 0,
      random: () => 0,
    })!;
    expect(createEvaluate(source, 4321)('={{ $json.name + $itemIndex }}')).toEqual({
      kind: 'value',
      value: 'chosen4321',
    });
    expect(createEvaluate(source, 0)('={{ $json.name }}')).toEqual({ kind: 'value', value: 'first' });
    expect(createEvaluate(source, 1)('={{ $json.name }}')).toEqual({ kind: 'value', value: undefined });
  });
});
