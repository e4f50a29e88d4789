import type { ExecutionError, Item } from '@millrace/contract/data';
import type { WorkflowCall, WorkflowCallResult } from '@millrace/engine/node-api';
import { createFakeHost, type FakeHost, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { executeWorkflow } from './execute-workflow.node.ts';

type Answer = (call: WorkflowCall, nth: number) => WorkflowCallResult;

const success = (items: Item[]): WorkflowCallResult => ({ status: 'success', executionId: '9', items });
const echo: Answer = ({ items }) => success(items);
const failure: ExecutionError = { name: 'NodeError', message: 'Broken', node: 'Inside', timestamp: 0 };
const fails: Answer = () => ({ status: 'error', executionId: '9', error: failure });

/** A host whose other workflows answer as said. */
const hostOf = (answer: Answer, calls: WorkflowCall[]): FakeHost => {
  const host = createFakeHost({ http: [{ body: { name: 'Far', nodes: [], connections: {} } }] });
  host.callWorkflow = async (call) => {
    calls.push(call);
    return answer(call, calls.length - 1);
  };
  return host;
};

const run = async (parameters: Record<string, unknown>, answer: Answer = echo, more: RunNodeOptions = {}) => {
  const calls: WorkflowCall[] = [];
  const ended = await runNode(executeWorkflow, {
    items: [{ a: 1 }, { a: 2 }],
    typeVersion: 1.2,
    parameters: { workflowId: { __rl: true, mode: 'id', value: '12' }, ...parameters } as never,
    host: hostOf(answer, calls),
    ...more,
  });
  return { ...ended, calls };
};
const links = (items: readonly Item[]) => items.map(({ json, pairedItem }) => [json, pairedItem]);

describe('Execute Workflow', () => {
  it('calls a workflow once with all items and gives what that gives', async () => {
    const { calls, items } = await run({}, () => success([{ json: { b: 1 }, pairedItem: 5 }, { json: { b: 2 } }]));
    expect(calls).toEqual([
      {
        workflow: { id: '12' },
        items: [{ json: { a: 1 } }, { json: { a: 2 } }],
        waitForEnd: true,
        node: 'Node',
      },
    ]);
    expect(links(items)).toEqual([
      [{ b: 1 }, 0],
      [{ b: 2 }, 1],
    ]);
  });

  it('links what comes back to the only item, and to none where it cannot know', async () => {
    const three = () => success([1, 2, 3].map((b) => ({ json: { b } })));
    expect((await run({}, three, { items: [{ a: 1 }] })).items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 0]);
    expect((await run({}, three)).items.map(({ pairedItem }) => pairedItem)).toEqual([undefined, undefined, undefined]);
  });

  it('calls a workflow for each item, one after another', async () => {
    const workflowId = { __rl: true, mode: 'list', value: '={{ $json.a }}' };
    const { calls, items } = await run({ mode: 'each', workflowId }, ({ items: [item] }) =>
      success([{ json: { of: item!.json.a! } }, { json: { more: true } }]),
    );
    expect(calls.map(({ workflow, itemIndex }) => [workflow, itemIndex])).toEqual([
      [{ id: '1' }, 0],
      [{ id: '2' }, 1],
    ]);
    expect(links(items)).toEqual([
      [{ of: 1 }, 0],
      [{ more: true }, 0],
      [{ of: 2 }, 1],
      [{ more: true }, 1],
    ]);
  });

  it('only starts it where it is not to wait, and hands on its own items', async () => {
    const started: Answer = () => ({ status: 'started', executionId: '9' });
    for (const mode of ['once', 'each']) {
      const { calls, items } = await run({ mode, options: { waitForSubWorkflow: false } }, started);
      expect(calls.map(({ waitForEnd }) => waitForEnd)).toEqual(mode === 'once' ? [false] : [false, false]);
      expect(links(items)).toEqual([
        [{ a: 1 }, 0],
        [{ a: 2 }, 1],
      ]);
    }
  });

  it('sends the inputs that are filled in, evaluated for each item, and files', async () => {
    const file = { data: { id: '1/x', mimeType: 'text/plain' } };
    const items = [{ json: { a: 1 }, binary: file }, { json: { a: 2 } }];
    const workflowInputs = {
      mappingMode: 'defineBelow',
      value: { double: '={{ $json.a * 2 }}', fixed: 'x' },
      schema: [{ id: 'double', type: 'number' }],
    };
    const mapped = [{ json: { double: 2, fixed: 'x' }, binary: file }, { json: { double: 4, fixed: 'x' } }];
    for (const typeVersion of [1.2, 1.3]) {
      expect((await run({ workflowInputs }, echo, { items, typeVersion })).calls[0]?.items).toEqual(mapped);
    }
    const inputFields = {
      assignments: [
        { name: 'double', value: '={{ $json.a * 2 }}', type: 'number' },
        { name: 'fixed', value: 'x' },
      ],
    };
    const each = await run({ inputFields, mode: 'each' }, echo, { items, typeVersion: 1.3 });
    expect(each.calls.map((call) => call.items[0])).toEqual(mapped);
    const passed = [{ ...workflowInputs, mappingMode: 'autoMapInputData' }, { value: {} }, { value: null }, undefined];
    for (const mapping of passed) {
      expect((await run({ workflowInputs: mapping }, echo, { items })).calls[0]?.items).toEqual(items);
    }
    expect((await run({ workflowInputs, workflowId: '12' }, echo, { items, typeVersion: 1 })).calls[0]?.items).toEqual(
      items,
    );
  });

  it('fails with what failed there, and says where', async () => {
    const { error } = await run({}, fails);
    expect(error).toMatchObject({
      message: 'Broken',
      description: 'The called workflow failed in execution 9, at its node "Inside".',
      context: { executionId: '9' },
    });
  });

  it('says why a run could not even be started', async () => {
    const error: ExecutionError = { name: 'NodeError', message: 'There is no workflow "12"', timestamp: 0 };
    const ended = await run({}, () => ({ status: 'error', executionId: '', error }));
    expect(ended.error).toMatchObject({ message: 'There is no workflow "12"' });
    expect(ended.error?.description).toBeUndefined();
  });

  it('for each item: a failure is of its item, and the others go on where the node does', async () => {
    const second: Answer = (call, nth) => (nth === 1 ? fails(call, nth) : echo(call, nth));
    const items = [{ a: 1 }, { a: 2 }, { a: 3 }];
    expect((await run({ mode: 'each' }, second, { items })).error).toMatchObject({ message: 'Broken', itemIndex: 1 });
    const regular = await run({ mode: 'each' }, second, { items, onError: 'continueRegularOutput' });
    expect(regular.json).toEqual([{ a: 1 }, { error: 'Broken' }, { a: 3 }]);
    const split = await run({ mode: 'each' }, second, { items, onError: 'continueErrorOutput' });
    expect(split.outputs.map((list) => list?.map(({ json }) => json))).toEqual([
      [{ a: 1 }, { a: 3 }],
      [{ a: 2, error: 'Broken' }],
    ]);
  });

  it('waits with the called run, and goes on with what that gives', async () => {
    const first = await run({}, () => ({ status: 'waiting', executionId: '9' }));
    expect(first.run).toMatchObject({ status: 'waiting', wait: { till: null, executionId: '9' } });
    const second = await run({}, echo, {
      request: {
        recorded: first.run.finished,
        resumption: { kind: 'execution', result: success([{ json: { b: 1 } }, { json: { b: 2 } }]) },
      },
    });
    expect(second.calls).toEqual([]);
    expect(second.json).toEqual([{ b: 1 }, { b: 2 }]);
  });

  it('for each item: remembers over waits what earlier items gave, and calls none twice', async () => {
    const waits: Answer = (call, nth) => (nth === 0 ? echo(call, nth) : { status: 'waiting', executionId: '9' });
    const items = [{ a: 1 }, { a: 2 }, { a: 3 }];
    const first = await run({ mode: 'each' }, waits, { items });
    expect(first.calls.map(({ itemIndex }) => itemIndex)).toEqual([0, 1]);
    const go = async (memo: unknown, result: WorkflowCallResult, answer: Answer) =>
      run({ mode: 'each' }, answer, {
        items,
        onError: 'continueRegularOutput',
        request: {
          recorded: first.run.finished,
          memo: JSON.parse(JSON.stringify(memo)),
          resumption: { kind: 'execution', result },
        },
      });
    const second = await go(first.run.wait?.memo, success([{ json: { b: 2 } }]), waits.bind(null));
    expect(second.calls.map(({ itemIndex }) => itemIndex)).toEqual([2]);
    expect(links(second.items)).toEqual([
      [{ a: 1 }, 0],
      [{ b: 2 }, 1],
      [{ a: 3 }, 2],
    ]);
    const again = await go(first.run.wait?.memo, success([{ json: { b: 2 } }]), (call) => waits(call, 1));
    expect(again.run).toMatchObject({ status: 'waiting', wait: { executionId: '9' } });
    const last = await go(again.run.wait?.memo, fails({} as never, 0), echo);
    expect(last.calls).toEqual([]);
    expect(last.json).toEqual([{ a: 1 }, { b: 2 }, { error: 'Broken' }]);
  });

  it('takes a workflow from JSON and from an address', async () => {
    const workflowJson = '{"nodes": [{"name": "A"}]}';
    expect((await run({ source: 'parameter', workflowJson })).calls[0]?.workflow).toEqual({
      graph: { name: 'Sub-workflow', nodes: [{ name: 'A' }], connections: {} },
    });
    const { calls, host } = await run({ source: 'url', workflowUrl: 'https://far.example/w.json' });
    expect(host.requests[0]).toMatchObject({ method: 'GET', url: 'https://far.example/w.json' });
    expect(calls[0]?.workflow).toEqual({ graph: { name: 'Far', nodes: [], connections: {} } });
  });

  it.each([
    [{ workflowId: { __rl: true, mode: 'id', value: ' ' } }, 'There is no workflow to call'],
    [{ source: 'parameter', workflowJson: '{' }, 'JSON'],
    [{ source: 'parameter', workflowJson: '[1]' }, 'The JSON is no workflow'],
    [{ source: 'localFile' }, 'Workflows cannot be read from files'],
    [{ source: 'toString' }, 'A workflow cannot come from "toString"'],
  ])('%j is refused', async (parameters, message) => {
    const { error, calls } = await run(parameters);
    expect(error?.message).toContain(message);
    expect(calls).toEqual([]);
  });

  it('says so where other workflows cannot be run, and where an address gives none', async () => {
    const host = createFakeHost({ http: [{ status: 404 }] });
    expect((await run({}, echo, { host })).error?.message).toBe('Other workflows cannot be run from here');
    const url = { source: 'url', workflowUrl: 'https://far.example/' };
    expect((await run(url, echo, { host })).error?.message).toContain('answered with 404');
  });

  it('calls nothing where no items come', async () => {
    expect((await run({}, echo, { items: [] })).calls).toEqual([]);
  });
});
