import { setTimeout as sleep } from 'node:timers/promises';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import type { FromWorker } from '../workers/protocol.ts';
import { startWorker } from './worker.ts';

/** A worker whose nodes do what nodes must not do. */

const define = (name: string, execute: (context: ExecuteContext) => ReturnType<typeof readItems>) =>
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
    execute,
  });

const readItems = (context: ExecuteContext) => {
  const { trigger, items } = context;
  return [trigger?.kind === 'items' ? trigger.items : items.length > 0 ? [...items] : [{ json: {} }]];
};

/** Says that it begins, past everything that would be sent at the end of the turn, which never comes. */
const spin = ({ execution }: ExecuteContext): never => {
  const response = { status: 200, headers: {}, body: { kind: 'none' as const } };
  process.send?.([{ type: 'response', executionId: Number(execution.id), response }] satisfies FromWorker[]);
  for (;;) Math.sqrt(2);
};

const eatMemory = (): never => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
};

const nodes = [
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
  define('count', (context) => {
    const data = context.staticData('global');
    data.count = Number(data.count ?? 0) + 1;
    return [[{ json: { count: data.count as number } }]];
  }),
  define('log', (context) => {
    context.log('said', 1);
    return readItems(context);
  }),
];
/** Waits until it is stopped. */
const waiting = defineNode({
  ...define('wait', readItems),
  execute: async (context) => {
    await sleep(3_600_000, undefined, { signal: context.signal as never, ref: false });
    return [[]];
  },
});

startWorker(async (names) => {
  const wanted = new Set(names);
  return [...nodes, waiting].filter(({ name }) => wanted.has(name));
});
