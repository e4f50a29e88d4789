import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from './server-process.ts';

/**
 * What runs that eat all memory, or never end, cost everyone else: the time of a health request and of other runs, alone and beside them. Prints JSON.
 *
 *     node bench/isolation.ts [seconds]
 */

const seconds = Number(process.argv[2] ?? 15);

const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});
const webhook = (place: string, responseMode: string) =>
  node('Webhook', 'core.webhook', 2, { path: place, httpMethod: 'POST', responseMode });
const thousandNumbers = (name: string) =>
  node(name, 'core.set', 3.4, {
    assignments: { assignments: [{ id: 'list', name: 'list', type: 'array', value: '={{ numberList(1, 1000) }}' }] },
  });
const splitOut = (name: string) => node(name, 'core.splitOut', 1, { fieldToSplitOut: 'list' });

const workflows = [
  {
    name: 'Answers',
    active: true,
    nodes: [
      webhook('answer', 'responseNode'),
      node('Respond', 'core.respondToWebhook', 1.1, { respondWith: 'firstIncomingItem' }),
    ],
    connections: { Webhook: wire('Respond') },
  },
  {
    name: 'Eats all memory',
    active: true,
    // A thousand times a thousand times a thousand items.
    nodes: [
      webhook('bomb', 'onReceived'),
      thousandNumbers('One'),
      splitOut('Split one'),
      thousandNumbers('Two'),
      splitOut('Split two'),
      thousandNumbers('Three'),
      splitOut('Split three'),
    ],
    connections: {
      Webhook: wire('One'),
      One: wire('Split one'),
      'Split one': wire('Two'),
      Two: wire('Split two'),
      'Split two': wire('Three'),
      Three: wire('Split three'),
    },
  },
  {
    name: 'Never ends',
    active: true,
    nodes: [webhook('loop', 'onReceived'), node('Round', 'core.noOp', 1, {}), node('And round', 'core.noOp', 1, {})],
    connections: { Webhook: wire('Round'), Round: wire('And round'), 'And round': wire('Round') },
  },
];

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-isolation-'));
const server = await startServer(folder);

const api = async <T>(pathname: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${server.address}${pathname}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${pathname}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
};

/** Asks again and again, a while apart, and gives the milliseconds of each answer. */
const timesOf = async (ask: () => Promise<unknown>, apart: number): Promise<number[]> => {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const asked = performance.now();
    await ask();
    times.push(performance.now() - asked);
    await pause(apart);
  }
  return times;
};

const summary = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  return { answers: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
};

const measure = async () => {
  const [health, runs] = await Promise.all([
    timesOf(() => api('/healthz'), 5),
    timesOf(() => api('/webhook/answer', {}), 20),
  ]);
  return { health: summary(health), otherRuns: summary(runs) };
};

type Current = { id: string; workflowName: string }[];

try {
  for (const workflow of workflows) await api('/rest/workflows', workflow);
  await api('/webhook/answer', {});
  const alone = await measure();
  await api('/webhook/loop', {});
  await api('/webhook/bomb', {});
  const beside = await measure();

  const { data: current } = await api<{ data: Current }>('/rest/executions-current');
  const loop = current.find(({ workflowName }) => workflowName === 'Never ends');
  const stopAsked = performance.now();
  if (loop) await api(`/rest/executions-current/${loop.id}/stop`, {});
  const stoppedAfter = Math.round(performance.now() - stopAsked);

  // The one that eats memory is tried once more by itself before it is given up.
  let left = current.length;
  while (left > 0) {
    await pause(100);
    left = (await api<{ data: Current }>('/rest/executions-current')).data.length;
  }
  const filter = encodeURIComponent(JSON.stringify({ finished: false }));
  const { data: failed } = await api<{ data: { results: { workflowName: string; status: string }[] } }>(
    `/rest/executions?filter=${filter}`,
  );
  process.stdout.write(
    `${JSON.stringify(
      {
        benchmark: 'isolation',
        alone,
        besideABombAndALoop: beside,
        endlessRunStoppedAfterMs: loop ? stoppedAfter : null,
        endedBadly: failed.results.map(({ workflowName, status }) => `${workflowName}: ${status}`),
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
