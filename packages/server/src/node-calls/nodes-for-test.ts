import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, answer, defineNode, type NodeDefinition, NodeError, refuse } from '@millrace/engine/node-api';

/** Nodes whose methods do what methods do, and what they must not do. */

const define = (name: string, more: Partial<NodeDefinition>) =>
  defineNode({
    name: `test.${name}`,
    displayName: name,
    description: name,
    versions: [1],
    group: ['trigger'],
    defaults: { name },
    inputs: [],
    outputs: ['main'],
    parameters: [
      { name: 'text', displayName: 'Text', type: 'string', default: 'usual' },
      { name: 'url', displayName: 'URL', type: 'string', default: '' },
      {
        name: 'rules',
        displayName: 'Rules',
        type: 'fixedCollection',
        default: {},
        typeOptions: { multipleValues: true },
        options: [
          {
            name: 'values',
            displayName: 'Values',
            values: [
              { name: 'table', displayName: 'Table', type: 'string', default: '' },
              { name: 'field', displayName: 'Field', type: 'string', default: '' },
            ],
          },
        ],
      },
    ],
    ...more,
  });

const spin = (): never => {
  for (;;) Math.sqrt(2);
};

const eatMemory = (): never => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
};

const never = () => new Promise<never>(() => {});

/** Calls of `count` that this process has made. */
let counted = 0;

const choice = (value: string | number) => ({ name: `Choice ${value}`, value });

const methods = define('methods', {
  methods: {
    options: {
      plain: (context) => [choice(context.parameter('text' as never) as string), choice(2)],
      siblings: ({ sibling }) => [choice(String(sibling('table'))), choice(String(sibling('gone')))],
      fetched: async ({ http, parameter }) => {
        const response = await http({ method: 'POST', url: parameter('url' as never) as string });
        return [choice(await response.text())];
      },
      whoAmI: async ({ http, credential, parameter }) => {
        const url = parameter('url' as never) as string;
        const answer = await http({ method: 'GET', url, credential: 'httpHeaderAuth' });
        return [choice(await answer.text()), choice(JSON.stringify(await credential('httpHeaderAuth')))];
      },
      signed: async ({ http }) => [choice((await http({ method: 'GET', url: 'http://x', credential: 'none' })).status)],
      refused: () => {
        throw new NodeError('The service refused', { description: 'Look at its settings', httpCode: '403' });
      },
      failed: () => {
        throw new TypeError('x is not a function');
      },
      slow: async ({ signal }) => {
        await sleep(3_600_000, undefined, { signal: signal as never });
        return [];
      },
      said: ({ log }) => {
        log('one', { two: 2 });
        return [];
      },
      written: async ({ binary }) => [choice((await binary.write(Buffer.from('x'), {})).id ?? '')],
      large: () => [{ name: 'x'.repeat(17 * 1024 * 1024), value: 1 }],
      noList: () => 'x' as never,
      noName: () => [{ value: 1 }] as never,
      cyclic: () => {
        const one: Record<string, unknown> = { name: 'x', value: 1 };
        one.self = one;
        return [one] as never;
      },
      spinLater: async () => {
        await sleep(500);
        return spin();
      },
      spinAlways: () => spin(),
      eatMemory: () => eatMemory(),
      eatAnswers: async ({ http, parameter }) => {
        const url = parameter('url' as never) as string;
        const kept: unknown[] = [new Array(5_500_000).fill(1.5)];
        const ask = async () => (await http({ method: 'GET', url })).headers;
        for (;;) kept.push(await Promise.all(Array.from({ length: 100 }, ask)));
      },
      spinAtEnd: ({ signal }) => {
        signal.addEventListener('abort', spin, { once: true });
        return never();
      },
      exit: () => process.exit(3),
      never,
      emitError: () => {
        setTimeout(() => new EventEmitter().emit('error', new Error('Nobody hears this')), 1);
        return never();
      },
      pid: async () => [choice(process.pid)],
      count: () => [choice(++counted)],
    },
    search: {
      page: (_context, { filter, page }) => ({
        results: [choice(`${filter}/${page}`)],
        ...(page === undefined && { nextPage: '2' }),
      }),
    },
    mapping: {
      columns: () => ({ fields: [{ id: 'a', displayName: 'A', type: 'string', required: true }] }),
    },
    action: { echo: (_context, payload) => ({ echoed: payload }) },
  },
  webhook: (context) => {
    const path = String(context.parameter('text' as never));
    if (path.includes(' ')) throw new NodeError('A path has no spaces', { context: { parameter: 'text' } });
    return [{ method: 'POST', path, responseMode: 'onReceived' }];
  },
  schedule: () => [{ cron: '0 * * * *' }],
  registration: {
    exists: ({ webhookUrl, isTest }) => webhookUrl() === 'http://known' && !isTest,
    async register(context) {
      const url = context.parameter('url' as never) as string;
      if (url !== '') await context.http({ method: 'POST', url, body: context.webhookUrl() });
      context.staticData('node').hookId = 7;
    },
    unregister: (context) => {
      delete context.staticData('node').hookId;
    },
  },
  receive({ call }) {
    if (call.headers.secret !== 'right') return refuse(401, 'The signature is wrong');
    if (call.method === 'GET') return answer('challenge');
    return accept([{ json: { bytes: [...call.rawBody], length: call.rawBody.length } }]);
  },
});

const tester = define('tester', {
  readsSecrets: true,
  methods: {
    credentialTest: { works: (_context, { key }) => ({ status: 'OK', message: `The key is ${key}` }) },
  },
});

const poller = define('poller', {
  async poll({ staticData, isTest, binary }) {
    const place = staticData('node');
    if (isTest) return [[{ json: { test: true } }]];
    place.last = Number(place.last ?? 0) + 1;
    const file = await binary.write(Buffer.from('news'), { fileName: 'news.txt' });
    return place.last === 1 ? null : [[{ json: { last: place.last as number }, binary: { file } }]];
  },
});

/** Emits what the parameter asks for, then waits. */
const listener = define('listener', {
  async listen({ parameter, emit, connected, signal, staticData, isTest, binary, http }) {
    const text = parameter('text' as never) as string;
    connected();
    if (text === 'spin') spin();
    if (text === 'fail') throw new NodeError('The connection broke', { httpCode: '500' });
    if (text === 'return') return;
    if (text === 'emitError') {
      const connect = () => http({ method: 'POST', url: parameter('url' as never) as string });
      await Promise.race([connect(), connect()]);
      setTimeout(() => new EventEmitter().emit('error', new Error('Nobody hears this')), 1);
      await never();
    }
    if (text === 'files') {
      const file = await binary.write(Buffer.from('x'), {});
      await emit([{ json: {}, binary: { file } }]);
    }
    staticData('node').seen = 1;
    if (text === 'files') return void (await emit([{ json: {} }]));
    const first = await emit([{ json: { text, isTest, pid: process.pid } }], { key: 'k' });
    staticData('node').seen = 2;
    if (text === 'last') return void (await emit([{ json: {} }]).catch(() => {}));
    await emit([[{ json: { executionId: first.executionId } }]]).catch((error: Error) =>
      emit([{ json: { refused: error.message } }]),
    );
    await sleep(3_600_000, undefined, { signal: signal as never }).catch(() => {});
    if (text === 'deaf') await never();
  },
});

export const testNodes = [methods, tester, poller, listener, define('plain', {})];
