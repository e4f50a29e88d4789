import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { defineNode, type ExecuteContext, type NodeDefinition } from '@millrace/engine/node-api';
import { channelDescriptor, toLines } from '../workers/wire.ts';

/** Nodes that do what nodes must not do, and some that are needed to look on. All but `effect` and `unsure` may be repeated. */

type Execute = NonNullable<NodeDefinition['execute']>;

const define = (name: string, execute: Execute, more: Partial<NodeDefinition> = {}) =>
  defineNode({
    name: `test.${name}`,
    displayName: name,
    description: name,
    versions: [1],
    group: name === 'start' ? ['trigger'] : ['transform'],
    defaults: { name },
    inputs: name === 'start' ? [] : ['main'],
    outputs: ['main'],
    parameters: [],
    repeatable: true,
    execute,
    ...more,
  });

const readItems = (context: ExecuteContext) => {
  const { trigger, items } = context;
  return [trigger?.kind === 'items' ? trigger.items : items.length > 0 ? [...items] : [{ json: {} }]];
};

/** Says that it begins, past everything that would be sent at the end of the turn, which never comes. */
const spin = ({ execution }: ExecuteContext): never => {
  const response = { status: 200, headers: {}, body: { kind: 'none' as const } };
  writeSync(channelDescriptor, toLines({ type: 'response', executionId: Number(execution.id), response }));
  for (;;) Math.sqrt(2);
};

const eatMemory = (): never => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
};

/** Waits until it is stopped. */
const wait: Execute = async ({ signal }) => {
  await sleep(3_600_000, undefined, { signal: signal as never, ref: false });
  return [[]];
};

/** Writes down where the first item says, once for each time that it runs. */
const effect: Execute = (context) => {
  const { items, execution, node } = context;
  appendFileSync(String(items[0]?.json.file), `${execution.id} ${node.name}\n`);
  return readItems(context);
};

/** As many items as the first one says. */
const many: Execute = ({ items }) => {
  const count = Number(items[0]?.json.many ?? 0);
  return [Array.from({ length: count }, (_, index) => ({ json: { index, text: 'x'.repeat(100) } }))];
};

/** Waits as a row until a call, or a date that the first item names. */
const rest: Execute = (context) => {
  const { resumption, items } = context;
  if (resumption) return [[{ json: { ...items[0]?.json, by: resumption.kind } }]];
  const till = items[0]?.json.till;
  const webhook = { method: 'POST', responseMode: 'onReceived' as const };
  return context.wait({ till: typeof till === 'number' ? till : null, webhook });
};

/** Calls the workflow that the first item names. */
const call: Execute = async (context) => {
  const { resumption, items } = context;
  const result =
    resumption?.kind === 'execution'
      ? resumption.result
      : await context.callWorkflow({
          workflow: { id: String(items[0]?.json.workflowId) },
          items: [...items],
          waitForEnd: true,
        });
  if (result.status === 'waiting') return context.wait({ till: null, executionId: result.executionId });
  if (result.status === 'error') throw new Error(`The called workflow failed: ${result.error.message}`);
  return [result.status === 'success' ? result.items : []];
};

/** Calls the workflow that the first item names twice, one call after the other. */
const callTwice: Execute = async (context) => {
  const { items } = context;
  const what = { workflow: { id: String(items[0]?.json.workflowId) }, items: [...items], waitForEnd: true };
  const results = [await context.callWorkflow(what), await context.callWorkflow(what)];
  for (const result of results) if (result.status === 'error') throw new Error(result.error.message);
  return [[{ json: { results: results.map(({ status }) => status) } }]];
};

/** Starts the workflow that the first item names so often, and waits for none. */
const spawn: Execute = async (context) => {
  const { workflowId, count } = context.items[0]?.json ?? {};
  const what = { workflow: { id: String(workflowId) }, items: [{ json: {} }], waitForEnd: false };
  for (let index = 0; index < Number(count); index++) await context.callWorkflow(what);
  return [[]];
};

/** Is busy without a pause for a second and a half. */
const busy: Execute = (context) => {
  for (const end = performance.now() + 1500; performance.now() < end; ) Math.sqrt(2);
  return readItems(context);
};

/** Keeps so many megabytes until it is stopped. */
const hold: Execute = async (context) => {
  const { items, signal } = context;
  const kept = Array.from({ length: Number(items[0]?.json.megabytes) }, () => new Array(131_072).fill(0.5));
  context.respond({ status: 200, headers: {}, body: { kind: 'none' } });
  await sleep(3_600_000, undefined, { signal: signal as never, ref: false });
  return [[{ json: { kept: kept.length } }]];
};

/** Posts to the address that the first item names. */
const post: Execute = async (context) => {
  const { status } = await context.http({ method: 'POST', url: String(context.items[0]?.json.url), body: 'once' });
  return [[{ json: { status } }]];
};

/** Posts, signed with its credential, and gives all that comes back. Then writes what its process remembers to where the first item says. */
const signed: Execute = async (context) => {
  const { url, heap } = context.items[0]?.json ?? {};
  const answer = await context.http({ method: 'POST', url: String(url), body: '{}', credential: 'httpHeaderAuth' });
  const text = await answer.text();
  const fields = await context.credential('httpHeaderAuth');
  context.log('answered', text, fields);
  if (heap) writeHeapSnapshot(String(heap));
  if (answer.status >= 400) throw new Error(`${answer.status}: ${text}`);
  return [[{ json: { text, headers: answer.headers as never, fields: fields as never } }]];
};

/** Has its tools run, once each, and gives what they gave. Writes down each time that it runs. */
const agent: Execute = (context) => {
  const { items, execution, results } = context;
  appendFileSync(String(items[0]?.json.file), `${execution.id} ${results ? 'end' : 'ask'}\n`);
  if (!results) return context.run(context.tools().map(({ node }) => ({ node, items: [...items] })));
  const said = results.map((result) => (result.status === 'success' ? (result.items[0]?.json.by ?? 'done') : 'failed'));
  return [[{ json: { said } }]];
};

/** Adds a row to the first data table, and ends its worker where it has not done so before: the file that the item names is empty. */
const insertRow: Execute = async (context) => {
  const { file } = context.items[0]?.json ?? {};
  const rows = await context.dataTables({ op: 'insert', id: '1', rows: [{ text: 'row' }] });
  if (readFileSync(String(file), 'utf8') === '') {
    appendFileSync(String(file), 'ended\n');
    process.exit(7);
  }
  return [rows.map((json) => ({ json }))];
};

export const testNodes = [
  define('start', readItems),
  define('pass', readItems),
  define('spin', spin),
  define('eatMemory', eatMemory),
  define('exit', () => process.exit(7)),
  define('fail', () => {
    throw new Error('It went wrong');
  }),
  define('respond', (context) => {
    context.respond({ status: 201, headers: {}, body: { kind: 'text', text: 'early' } });
    return readItems(context);
  }),
  define('stream', async (context) => {
    const stream = context.startResponse({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    stream.write('data: one\n\n');
    await context.sleep(10);
    stream.write(Buffer.from('data: two\n\n'));
    if (context.items[0]?.json.breaks) throw new Error('It went wrong');
    stream.end();
    stream.write('never');
    return readItems(context);
  }),
  define('count', (context) => {
    const data = context.staticData('global');
    data.count = Number(data.count ?? 0) + 1;
    return [[{ json: { ...context.items[0]?.json, count: data.count as number } }]];
  }),
  define('log', (context) => {
    context.log('said', 1);
    return readItems(context);
  }),
  define('wait', wait),
  define('nap', async (context) => {
    await sleep(1000);
    return readItems(context);
  }),
  define('unsure', wait, { repeatable: false, ownEffects: true }),
  define('effect', effect, { repeatable: false, ownEffects: true }),
  define('many', many),
  define('rest', rest),
  define('agent', agent, { repeatable: false, inputs: ['main', 'ai_tool'] }),
  define('call', call),
  define('callTwice', callTwice),
  define('spawn', spawn),
  define('busy', busy),
  define('hold', hold),
  define('insertRow', insertRow, { repeatable: false }),
  define('post', post, { repeatable: false }),
  define('signed', signed, { repeatable: false }),
  { ...define('errors', readItems), name: 'core.errorTrigger', aliases: ['test.errors'], inputs: [] },
];
