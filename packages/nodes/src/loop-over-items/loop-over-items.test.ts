import { passNode, runWorkflowForTest, startNode, tellRun, testNode, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { wait } from '../wait/wait.node.ts';
import { loopOverItems } from './loop-over-items.node.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ n: index + 1 }));

/** Start > Loop, whose loop output leads through Body back to it, and whose other one to Done. */
const looping = (typeVersion: number, parameters: Record<string, unknown> = {}) => {
  const [loop, done] = typeVersion === 3 ? [1, 0] : [0, 1];
  return workflow()
    .node('Start', startNode)
    .node('Loop', loopOverItems, { typeVersion, parameters: parameters as never })
    .node('Body', passNode)
    .node('Done', passNode)
    .wire('Start > Loop', `Loop:${loop} > Body > Loop`, `Loop:${done} > Done`);
};

describe('Loop Over Items', () => {
  it('gives items out one by one, and at the end all that came back', async () => {
    const run = await runWorkflowForTest(looping(3), { items: items(2) });
    expect(run.status).toBe('success');
    expect(tellRun(run.finished)).toEqual([
      'Start = 1 2',
      'Loop < Start = - | 1←0',
      'Body < Loop:1 = 1←0',
      'Loop < Body = - | 2←1#0',
      'Body < Loop:1#1 = 2←0',
      'Loop < Body#1 = 1←0#1 2←0 | -',
      'Done < Loop#2 = 1←0 2←1',
    ]);
  });

  it('in batches, of which the last may be smaller', async () => {
    const run = await runWorkflowForTest(looping(3, { batchSize: 2 }), { items: items(5) });
    expect([0, 1, 2].map((pass) => run.json('Body', 0, pass).map(({ n }) => n))).toEqual([[1, 2], [3, 4], [5]]);
    expect(run.json('Done').map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
  });

  it('version 2 has its outputs the other way round, and ten items a batch', async () => {
    const run = await runWorkflowForTest(looping(2), { items: items(11) });
    expect(run.tasks('Body')).toHaveLength(2);
    expect(run.json('Body', 0, 0)).toHaveLength(10);
    expect(run.json('Done')).toHaveLength(11);
  });

  it('version 1 has one output, which ends when nothing is left', async () => {
    const run = await runWorkflowForTest(looping(1, { batchSize: 2 }), { items: items(3) });
    expect(run.tasks('Body')).toHaveLength(2);
    expect(run.outputs('Loop')).toEqual([[]]);
    expect(run.order).not.toContain('Done');
  });

  it('says to expressions how far it is', async () => {
    const read = testNode((context) => [
      context.items.map((item, index) => ({
        ...item,
        json: {
          at: context.evaluate("={{ $('Loop').context.currentRunIndex + ' ' + $('Loop').context.noItemsLeft }}", index),
        },
      })) as never,
    ]);
    const flow = workflow()
      .node('Start', startNode)
      .node('Loop', loopOverItems, { typeVersion: 3 })
      .node('Read', read)
      .wire('Start > Loop:1 > Read > Loop');
    const run = await runWorkflowForTest(flow, { items: items(2) });
    expect([0, 1].map((pass) => run.json('Read', 0, pass))).toEqual([[{ at: '0 false' }], [{ at: '1 true' }]]);
  });

  it('traces items back to where they came from, in each pass and at the end', async () => {
    const source = testNode((context) => [
      context.items.map((item, index) => ({
        ...item,
        json: { n: context.evaluate("={{ $('Start').item.json.n }}", index) },
      })) as never,
    ]);
    const flow = workflow()
      .node('Start', startNode)
      .node('Loop', loopOverItems, { typeVersion: 3 })
      .node('Body', source)
      .node('Done', source)
      .wire('Start > Loop:1 > Body > Loop > Done');
    const run = await runWorkflowForTest(flow, { items: items(3) });
    expect(run.error).toBeUndefined();
    expect([0, 1, 2].map((pass) => run.json('Body', 0, pass))).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(run.json('Done')).toEqual(items(3));
  });

  it('begins anew inside another loop, with and without the option', async () => {
    for (const options of [{}, { reset: "={{ $prevNode.name === 'Outer' }}" }]) {
      const twice = testNode(({ items: all }) => [
        all.flatMap(({ json }) => [{ json: { n: `${json.n}a` } }, { json: { n: `${json.n}b` } }]),
      ]);
      const flow = workflow()
        .node('Start', startNode)
        .node('Outer', loopOverItems, { typeVersion: 3 })
        .node('Twice', twice)
        .node('Inner', loopOverItems, { typeVersion: 3, parameters: { options } as never })
        .node('Body', passNode)
        .wire('Start > Outer:1 > Twice > Inner:1 > Body > Inner', 'Inner > Outer');
      const run = await runWorkflowForTest(flow, { items: items(2) });
      expect(run.status).toBe('success');
      expect(
        run.finished.filter(({ node }) => node === 'Body').map(({ task }) => task.data?.main?.[0]?.[0]?.json.n),
      ).toEqual(['1a', '1b', '2a', '2b']);
      expect(run.json('Outer').map(({ n }) => n)).toEqual(['1a', '1b', '2a', '2b']);
    }
  });

  it('keeps its place when the run is taken up again elsewhere', async () => {
    const straight = await runWorkflowForTest(looping(3), { items: items(3) });
    for (let at = 1; at < straight.finished.length; at++) {
      const first = await runWorkflowForTest(looping(3), { items: items(3), pauseAfter: (count) => count === at });
      const second = await runWorkflowForTest(looping(3), { items: items(3), recorded: first.finished });
      expect(tellRun(second.finished)).toEqual(tellRun(straight.finished));
    }
  });

  it('gives every item out once where it waits in its body and the batch size depends on the execution', async () => {
    const label = testNode(({ customData, items: all }) => {
      customData.set('n', 2);
      return [[...all]];
    });
    const flow = workflow()
      .node('Start', startNode)
      .node('Label', label)
      .node('Loop', loopOverItems, {
        typeVersion: 3,
        parameters: { batchSize: "={{ $execution.customData.get('n') ?? 3 }}" },
      })
      .node('Wait', wait, { parameters: { resume: 'webhook' } })
      .node('Body', passNode)
      .node('Done', passNode)
      .wire('Start > Label > Loop:1 > Wait > Body > Loop > Done');
    let run = await runWorkflowForTest(flow, { items: items(5) });
    for (let waits = 0; run.status === 'waiting'; waits++) {
      expect(waits).toBeLessThan(3);
      const { finished: recorded, progress } = JSON.parse(JSON.stringify(run));
      const resumption = { kind: 'time' } as const;
      run = await runWorkflowForTest(flow, { items: items(5), recorded, progress, resumption });
    }
    expect([0, 1, 2].map((pass) => run.json('Body', 0, pass).map(({ n }) => n))).toEqual([[1, 2], [3, 4], [5]]);
    expect(run.json('Done')).toEqual(items(5));
  });

  it('says how many batches there will be, and how many have come back', async () => {
    const read = testNode((context) => [
      [
        {
          json: {
            at: context.evaluate(
              "={{ $('Loop').context.currentRunIndex + ' of ' + $('Loop').context.maxRunIndex }}",
              0,
            ) as string,
          },
        },
      ],
    ]);
    const flow = workflow()
      .node('Start', startNode)
      .node('Loop', loopOverItems, { typeVersion: 3, parameters: { batchSize: 2 } })
      .node('Read', read)
      .wire('Start > Loop:1 > Read > Loop');
    const run = await runWorkflowForTest(flow, { items: items(5) });
    expect([0, 1, 2].map((pass) => run.json('Read', 0, pass)[0]?.at)).toEqual(['0 of 3', '1 of 3', '2 of 3']);
  });

  it('does nothing where no items come', async () => {
    expect((await runWorkflowForTest(looping(3), { items: [] })).order).toEqual(['Start']);
  });

  it.each([0, -1, 0.5])('a batch size of %j is refused', async (batchSize) => {
    const run = await runWorkflowForTest(looping(3, { batchSize }), { items: items(1) });
    expect(run.error?.message).toBe(`The batch size must be 1 or more, not ${batchSize}`);
  });

  it('gives out 20,000 items one by one in no more than linear time', async () => {
    const run = await runWorkflowForTest(looping(3), { items: items(20_000), keepRunData: false });
    expect(run.status).toBe('success');
    expect(run.lastItems).toHaveLength(20_000);
  });
});
