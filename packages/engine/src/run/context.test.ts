import type { Item } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import type { ExecuteContext } from '../node-api/context.ts';
import { createFakeHost, runNode, runWorkflowForTest, startNode, testNode, workflow } from '../testing/index.ts';

/** What a function finds in the context of a node run. */
const look = async <T>(read: (context: ExecuteContext<readonly []>) => T | Promise<T>, options = {}): Promise<T> => {
  let found: T | undefined;
  const node = testNode(async (context) => {
    found = await read(context);
    return [];
  });
  const { error } = await runNode(node, options);
  if (error) throw new Error(error.message);
  return found as T;
};

test('a node knows itself, its workflow and its run', async () => {
  const facts = await look(
    ({ node, workflow, execution, runIndex, timezone, trigger }) => ({
      node,
      workflow,
      execution,
      runIndex,
      timezone,
      trigger,
    }),
    {
      notes: 'n',
      webhookId: 'w',
      request: { executionId: '12', mode: 'trigger', timezone: 'Asia/Tokyo' },
    },
  );
  expect(facts).toMatchObject({
    node: { name: 'Node', typeVersion: 1, notes: 'n', webhookId: 'w' },
    workflow: { id: '1', name: 'Test', active: false },
    execution: { id: '12', mode: 'trigger' },
    runIndex: 0,
    timezone: 'Asia/Tokyo',
    trigger: undefined,
  });
});

test('a trigger gets what started the run', async () => {
  const payload = { kind: 'schedule' as const, scheduledAt: 5 };
  const trigger = testNode((context) => [[{ json: { trigger: context.trigger as never } }]], {
    group: ['trigger'],
    inputs: [],
  });
  expect((await runNode(trigger, { payload })).json).toEqual([{ trigger: payload }]);
});

test('tests notice a node that changes the items that it got', async () => {
  const careless = testNode(({ items }) => {
    (items[0]!.json.list as string[]).push('mine');
    return [[...items]];
  });
  const { error } = await runNode(careless, { items: [{ list: [] }] });
  expect(error?.message).toMatch(/not extensible/);
});

test('clock, randomness, HTTP and bytes come from the host', async () => {
  const host = createFakeHost({ now: 1000, seed: 3, http: [{ status: 201, body: { ok: true } }] });
  const expected = createFakeHost({ seed: 3 }).random();
  const found = await look(
    async (context) => {
      await context.sleep(50);
      const response = await context.http({ method: 'GET', url: 'http://example.test/' });
      const file = await context.binary.write(new TextEncoder().encode('hello'), { fileName: 'a.txt' });
      return {
        now: context.now(),
        random: context.random(),
        status: response.status,
        body: await response.text(),
        file,
        text: new TextDecoder().decode(await context.binary.read(file)),
      };
    },
    { host },
  );
  expect(found).toMatchObject({
    now: 1050,
    random: expected,
    status: 201,
    body: '{"ok":true}',
    file: { id: 'binary-1', fileName: 'a.txt', fileExtension: 'txt', fileSize: 5 },
    text: 'hello',
  });
  expect(host.requests[0]?.signal).toBeDefined();
});

test('environment and variables are visible to expressions', async () => {
  const read = (context: ExecuteContext<readonly []>) => context.evaluate('={{ $env.HOME + $vars.name }}', 0);
  expect(await look(read, { request: { env: { HOME: '/h' }, vars: { name: '/n' } } })).toBe('/h/n');
});

test('forEachItem: one item, several, none; links only where the node made none', async () => {
  const node = testNode((context) =>
    context.forEachItem((item, index) => {
      if (index === 0) return null;
      if (index === 1) return [{ json: { n: 'a' } }, { json: { n: 'b' }, pairedItem: 0 }];
      return { json: { n: item.json.n ?? null } };
    }),
  );
  const { items } = await runNode(node, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  expect(items.map(({ json, pairedItem }) => [json.n, pairedItem])).toEqual([
    ['a', 1],
    ['b', 0],
    [3, 2],
  ]);
});

test.each(['x', true, () => 0])('a link that is none (%s) counts as left out', async (pairedItem) => {
  const node = testNode(() => [[{ json: {}, pairedItem }]] as unknown as Item[][]);
  expect((await runNode(node, { items: [{ n: 1 }] })).items).toEqual([{ json: {}, pairedItem: 0 }]);
});

test('forEachItem keeps the order of items where some take longer', async () => {
  const node = testNode((context) =>
    context.forEachItem((item, index) =>
      index === 1 ? Promise.resolve().then(() => ({ json: { late: true } })) : item,
    ),
  );
  const { json } = await runNode(node, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  expect(json).toEqual([{ n: 1 }, { late: true }, { n: 3 }]);
});

test('forEachItem: a failure that comes late is of its item too', async () => {
  const node = testNode((context) =>
    context.forEachItem(async (item) => {
      if (item.json.n === 2) throw new Error('No twos');
      return item;
    }),
  );
  const options = { items: [{ n: 1 }, { n: 2 }, { n: 3 }] };
  expect((await runNode(node, options)).error).toMatchObject({ message: 'No twos', itemIndex: 1 });
  expect((await runNode(node, { ...options, onError: 'continueRegularOutput' })).json).toEqual([
    { n: 1 },
    { error: 'No twos' },
    { n: 3 },
  ]);
});

test('one error object that is thrown for several items is of each of them', async () => {
  const error = new Error('Same');
  const node = testNode((context) =>
    context.forEachItem((item) => {
      if (item.json.n === context.runIndex) return item;
      throw error;
    }),
  );
  expect((await runNode(node, { items: [{ n: 1 }] })).error?.itemIndex).toBe(0);
  expect((await runNode(node, { items: [{ n: 0 }, { n: 1 }] })).error?.itemIndex).toBe(1);
});

test('an instance without expressions: a node fails when it comes to one, and only then', async () => {
  const parameters = [
    { name: 'text', displayName: 'Text', type: 'string', default: '' },
    { name: 'plain', displayName: 'Plain', type: 'string', default: 'p' },
  ] as const;
  const request = { expressionsDisabled: true };
  const read = testNode((context) => [[{ json: { plain: context.parameter('plain') } }]], { parameters });
  const options = { parameters: { text: '={{ 1 }}' }, request };
  expect((await runNode(read, options)).json).toEqual([{ plain: 'p' }]);
  for (const act of [
    testNode((context) => [[{ json: { text: context.parameter('text') } }]], { parameters }),
    testNode((context) => [[{ json: { text: String(context.evaluate('={{ 1 }}', 0)) } }]], { parameters }),
  ]) {
    expect((await runNode(act, options)).error).toMatchObject({
      name: 'ExpressionError',
      message: expect.stringContaining('Expressions are switched off on this instance'),
      description: expect.stringContaining('fixed value'),
    });
  }
});

test('an answer may be given piece by piece; it is the first that counts, and it ends with the node run', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node(
        'Stream',
        testNode((context) => {
          const stream = context.startResponse({ status: 200, headers: {} });
          stream.write('one');
          stream.write('');
          context.startResponse({ status: 201, headers: {} }).write('another');
          context.respond({ status: 202, headers: {}, body: { kind: 'none' } });
          return [[]];
        }),
      )
      .wire('Start > Stream'),
  );
  const told = run.events.filter(({ type }) => type.startsWith('response'));
  expect(told).toEqual([
    { type: 'response', response: { status: 200, headers: {}, body: { kind: 'stream' } } },
    { type: 'responsePiece', piece: 'one' },
    { type: 'responseEnded', isWhole: true },
  ]);
});

test('an answer whose node fails breaks off, and a later attempt does not go on with it', async () => {
  const flaky = testNode((context) => {
    context.startResponse({ status: 200, headers: {} }).write('half');
    throw new Error('It went wrong');
  });
  const flow = workflow().node('Start', startNode).node('Flaky', flaky, { retryOnFail: true, maxTries: 2 });
  const run = await runWorkflowForTest(flow.wire('Start > Flaky'));
  expect(run.events.filter(({ type }) => type.startsWith('response')).slice(1)).toEqual([
    { type: 'responsePiece', piece: 'half' },
    { type: 'responseEnded', isWhole: false },
  ]);
});
