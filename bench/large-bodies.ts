import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer } from './server-process.ts';
import { activateTrigger, triggerPath, triggerSecret, triggerWorkflow } from './trigger-setup.ts';

/**
 * What a call with a large body costs everyone else: the time of a health request and of a plain webhook while a body of each kind is read, and the
 * longest that the call itself took. Nobody has to be signed in to send one. Prints JSON.
 *
 *     node bench/large-bodies.ts [calls of each kind] [kind]
 *
 * `judged` is the body of a trigger whose node judges its calls.
 *
 * The large calls are made by a process of their own (`send`), so that the times are the server's.
 */

const calls = Number(process.argv[2] ?? 3);
const [, , , onlyKind] = process.argv;
const run = promisify(execFile);
const megabytes = 1024 * 1024;

const webhook = (place: string) => ({
  name: place,
  active: true,
  nodes: [
    {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: place, httpMethod: 'POST', responseMode: 'onReceived' },
    },
  ],
  connections: {},
});

const item = '<item id="1" kind="b"><name>Ada &amp; Co</name><price cur="EUR">12.50</price></item>';
const record = '{"id":123456,"name":"abcdef ghi","tags":["a","b"],"amount":1.5},';
const filled = (before: string, piece: string, after: string, size: number) =>
  Buffer.from(before + piece.repeat(Math.floor((size - before.length - after.length) / piece.length)) + after);

interface Body {
  type: string;
  body: Buffer<ArrayBuffer>;
  isSigned?: boolean;
}

const bodies: Record<string, Body> = {
  xml: { type: 'application/xml', body: filled('<r>', item, '</r>', 16 * megabytes) },
  emptyElements: { type: 'application/xml', body: filled('<r>', '<a/>', '</r>', 16 * megabytes) },
  json: { type: 'application/json', body: filled('[', record, '1]', 14 * megabytes) },
  judged: { type: 'application/json', body: filled('{"a":[', record, '1]}', 16 * megabytes), isSigned: true },
  brackets: { type: 'application/json', body: filled('[', '[],', '1]', 14 * megabytes) },
  form: { type: 'application/x-www-form-urlencoded', body: filled('a=', '%20', '', 14 * megabytes) },
  text: { type: 'text/plain', body: filled('', '\u0001', '', 14 * megabytes) },
  multipart: {
    type: 'multipart/form-data; boundary=----x',
    body: filled(
      '------x\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
      '\r\n-----',
      '\r\n------x--\r\n',
      14 * megabytes,
    ),
  },
};

const signatureOf = (body: Uint8Array) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', triggerSecret).update(body).digest('hex')}`,
});

const post = async (
  url: string,
  type: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<number> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    signal: AbortSignal.timeout(120_000),
  });
  await response.arrayBuffer();
  return response.status;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Asks again and again until told to stop. */
const measure = (ask: () => Promise<unknown>) => {
  const times: number[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      times.push(await timed(ask));
      await pause(5);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    times.sort((one, other) => one - other);
    const at = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10;
    return { requests: times.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
  };
};

interface Sent {
  statuses: number[];
  /** Milliseconds. */
  longestCall: number;
}

/** @param kind key of `bodies` */
const send = async (url: string, kind: string): Promise<Sent> => {
  const { type, body, isSigned } = bodies[kind]!;
  const headers = isSigned ? signatureOf(body) : {};
  const statuses = new Set<number>();
  let longest = 0;
  for (let call = 0; call < calls; call++)
    longest = Math.max(longest, await timed(async () => statuses.add(await post(url, type, body, headers))));
  return { statuses: [...statuses], longestCall: Math.round(longest) };
};

const measureAll = async (): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-large-bodies-'));
  let server = await startServer(folder);
  const health = () => fetch(`${server.address}/healthz`).then((answer) => answer.arrayBuffer());
  const plain = () => post(`${server.address}/webhook/plain`, 'application/json', '{"a":1}');
  try {
    for (const workflow of [webhook('large'), webhook('plain'), triggerWorkflow]) {
      const status = await post(`${server.address}/rest/workflows`, 'application/json', JSON.stringify(workflow));
      if (status !== 200) throw new Error(`The workflow was refused with ${status}`);
    }
    await server.stop();
    activateTrigger(folder);
    server = await startServer(folder);
    for (let warmUp = 0; warmUp < 200; warmUp++) await plain();
    const results: Record<string, unknown> = {};
    for (const kind of Object.keys(bodies)) {
      if (onlyKind !== undefined && kind !== onlyKind) continue;
      const endHealth = measure(health);
      const endPlain = measure(plain);
      const url = `${server.address}/webhook/${bodies[kind]?.isSigned ? triggerPath : 'large'}`;
      const entry = fileURLToPath(import.meta.url);
      const { stdout } = await run(process.execPath, [entry, String(calls), kind, 'send', url]);
      // The run itself is under way now.
      await pause(1500);
      results[kind] = {
        ...(JSON.parse(stdout) as Sent),
        health: await endHealth(),
        plainWebhook: await endPlain(),
      };
    }
    process.stdout.write(`${JSON.stringify({ benchmark: 'large-bodies', results }, undefined, 2)}\n`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const [, , , , mode, target] = process.argv;
if (mode === 'send') process.stdout.write(JSON.stringify(await send(target!, onlyKind!)));
else await measureAll();
