import { emptyDocument, type Item, type TaskData } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { nodeRunOf } from '../../../workflow/node-run.ts';
import { emptyRun } from '../../../workflow/run-view.ts';
import type { NodeRunState, WorkflowDocument } from '../../../workflow/types.ts';
import type { Evaluation } from '../evaluation.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';
import { createPreviews } from './previews.ts';
import { fakeWorkers } from './worker-for-test.ts';

const node = (key: string, name: string) => ({
  key,
  order: 0,
  data: { name, type: 'core.set', typeVersion: 1, position: [0, 0] as [number, number], parameters: { own: name } },
});
const wire = (source: string, target: string, sourceIndex = 0, targetIndex = 0) => ({
  key: `${source}-${target}-${sourceIndex}`,
  order: 0,
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

const evaluated = (source: PreviewSource, itemIndex: number, text: string): Promise<Evaluation> => {
  const previews = createPreviews(fakeWorkers().spawn);
  return new Promise<Evaluation>((answer) => previews.evaluate(source, { text, itemIndex }, answer)).finally(
    previews.dispose,
  );
};

const evaluateFor = (
  key: string,
  runNodes: Record<string, NodeRunState>,
  doc = document,
  itemIndex = 0,
  runIndex = Math.max(0, (runNodes[key]?.tasks.length ?? 0) - 1),
) => {
  const source = createPreviewSource({
    state: { id: '7', active: false, document: doc, run: { ...emptyRun, nodes: runNodes } },
    key,
    runIndex,
    task: runNodes[key]?.tasks[runIndex],
    timezone: 'Europe/Berlin',
    parametersOf: (other) => other.data.parameters ?? {},
  })!;
  return async (text: string) => {
    const result = await evaluated(source, itemIndex, text);
    if (result.kind === 'pending') return result.kind;
    return result.kind === 'value' ? result.value : `${result.kind}: ${result.message}`;
  };
};

describe('expressions over the run on screen', () => {
  it('give no data without any run, and still what needs none', async () => {
    const evaluate = evaluateFor('n3', {});
    expect(await evaluate('={{ $json.name }}')).toMatch(/^noData/);
    expect(await evaluate('={{ 1 + 1 }}')).toBe(2);
    expect(await evaluate('={{ $workflow.id }}')).toBe('7');
    expect(await evaluate('={{ $now.zoneName }}')).toBe('Europe/Berlin');
  });

  it('read the output that leads to a node that has not run yet', async () => {
    const evaluate = evaluateFor('n2', { n1: ran(task([null, items('a', 'b')])) }, document, 1);
    expect(await evaluate('={{ $json.name }}')).toBe('b');
    expect(await evaluate('={{ $prevNode.outputIndex }}')).toBe(1);
  });

  it('read what the node got in the run that is looked at', async () => {
    const loop = {
      n1: ran(task([null, items('first')]), task([null, items('second')])),
      n2: ran(
        { ...task([items('x')]), source: [{ previousNode: 'Start', previousNodeOutput: 1, previousNodeRun: 0 }] },
        { ...task([items('y')]), source: [{ previousNode: 'Start', previousNodeOutput: 1, previousNodeRun: 1 }] },
      ),
    };
    expect(await evaluateFor('n2', loop)('={{ $json.name + $runIndex }}')).toBe('second1');
    expect(await evaluateFor('n2', loop, document, 0, 0)('={{ $json.name + $runIndex }}')).toBe('first0');
  });

  it('read what a node got when it ran, not what its parent gave later', async () => {
    const evaluate = evaluateFor('n2', {
      n1: ran(task([null, items('first')]), task([null, items('second')])),
      n2: ran(task([items('out')], 'Start', 1)),
    });
    expect(await evaluate('={{ $json.name }}')).toBe('first');
  });

  it('reach older nodes by name, whatever they are called', async () => {
    const evaluate = evaluateFor('n3', {
      n1: ran(task([null, items('a', 'b')])),
      n2: ran(task([items('A', 'B')], 'Start', 1)),
    });
    expect(await evaluate("={{ $('constructor').item.json.name }}")).toBe('A');
    expect(await evaluate("={{ $('Start').first().json.name }}")).toBe('a');
    expect(await evaluate("={{ $('Start').item.json.name }}")).toBe('a');
    expect(await evaluate("={{ $('Nobody').first().json.name }}")).toMatch(/^error/);
  });

  it('see pinned data where a node has not run', async () => {
    const pinned = { ...document, pinData: { n2: [{ json: { name: 'pinned' } }, { bare: true }] } };
    expect(await evaluateFor('n3', {}, pinned)('={{ $json.name }}')).toBe('pinned');
    expect(await evaluateFor('n3', {}, pinned, 1)('={{ $json.bare }}')).toBe(true);
  });

  it('sees the first items of a result that is too large to be here', async () => {
    const { data: _, ...about } = task([], undefined);
    const large: NodeRunState = {
      ...nodeRunOf([{ ...about, stored: { outputs: { main: [null, 5000] } } }]),
      preview: [null, items('first')],
    };
    const evaluate = evaluateFor('n2', { n1: large });
    expect(await evaluate('={{ $json.name }}')).toBe('first');
    const run = { n1: large, n2: ran(task([items('x')], 'Start', 1)) };
    expect(await evaluateFor('n3', run)("={{ $('Start').first(1).json.name }}")).toBe('first');
  });

  it('sees an item of a large result that was read by itself, beside the first ones', async () => {
    const { data: _, ...about } = task([], undefined);
    const large: NodeRunState = {
      ...nodeRunOf([{ ...about, stored: { outputs: { main: [null, 5000] } } }]),
      preview: [null, items('first')],
    };
    const chosen = { index: 4321, item: items('chosen')[0]! };
    const source = createPreviewSource({
      state: { id: '7', active: false, document, run: { ...emptyRun, nodes: { n1: large } } },
      key: 'n2',
      runIndex: 0,
      task: undefined,
      chosen,
      timezone: 'UTC',
      parametersOf: () => ({}),
    })!;
    expect(await evaluated(source, 4321, '={{ $json.name + $itemIndex }}')).toEqual({
      kind: 'value',
      value: 'chosen4321',
    });
    expect(await evaluated(source, 0, '={{ $json.name }}')).toEqual({ kind: 'value', value: 'first' });
    expect(await evaluated(source, 1, '={{ $json.name }}')).toEqual({ kind: 'value', value: undefined });
  });
});
