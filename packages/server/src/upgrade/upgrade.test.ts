import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Execution } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultConfig } from '../config.ts';
import { silentLog } from '../platform/log.ts';
import { startServer } from '../server.ts';

/**
 * `schema-6` is the data folder of a real instance whose newest migration was the sixth, as it was when its process was killed: workflows with
 * webhooks and a schedule, executions that have ended in every way, that wait (for a call, for a date, in a loop, for a sub-workflow), that run, and
 * that are queued, and a file. Other folders stand beside it when a migration changes what is stored; none is ever made anew.
 */

const statuses = {
  1: 'success',
  2: 'success',
  3: 'error',
  4: 'waiting',
  6: 'waiting',
  7: 'waiting',
  8: 'waiting',
  9: 'canceled',
  10: 'crashed',
  // Was waiting for a date that is over now.
  5: 'success',
  // Was running, in the middle of a call that must not be repeated.
  11: 'crashed',
  // Was queued, and comes to a wait.
  12: 'waiting',
};

const copyOf = async (name: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(import.meta.dirname, name), folder, { recursive: true });
  const packed = path.join(folder, 'millrace.sqlite.gz');
  await writeFile(path.join(folder, 'millrace.sqlite'), gunzipSync(await readFile(packed)));
  await rm(packed);
  return folder;
};

const startOn = async (dataFolder: string) => {
  const config = { ...defaultConfig(), port: 0, prune: false, workers: 1, dataFolder };
  const { url, close } = await startServer(config, silentLog);
  onTestFinished(close);
  const get = async <T>(where: string): Promise<T> => {
    const { data } = (await (await fetch(`${url}/rest${where}`)).json()) as { data: T };
    return data;
  };
  const post = (where: string, body: object) =>
    fetch(`${url}${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const execution = (id: number) => get<Execution>(`/executions/${id}`);
  const statusOf = async (id: number) => (await execution(id)).status;
  /** What the last run of a node gave. */
  const itemsOf = async (id: number, node: string) => {
    const { data } = await execution(id);
    return data.resultData.runData[node]?.at(-1)?.data?.main?.[0]?.map(({ json }) => json);
  };
  return { url, get, post, execution, statusOf, itemsOf };
};

test('a data folder of an earlier version is taken over with all that is in it', { timeout: 60_000 }, async () => {
  const dataFolder = await copyOf('schema-6');
  const { url, get, post, execution, statusOf, itemsOf } = await startOn(dataFolder);
  expect(await readdir(dataFolder)).toContain('millrace.sqlite.before-migration-6');
  const untilStatus = (id: number, status: string) =>
    vi.waitFor(async () => expect([id, await statusOf(id)]).toEqual([id, status]), 20_000);
  const resume = async (id: number, node: string, by: string) => {
    const { resumeUrl } = (await itemsOf(id, node))?.[0] ?? {};
    const { pathname } = new URL(String(resumeUrl));
    expect([id, (await post(pathname, { by })).status]).toEqual([id, 200]);
  };

  const workflows = await get<{ name: string }[]>('/workflows');
  expect(workflows.map(({ name }) => name).sort()).toEqual([
    'Approve',
    'Call out',
    'Every morning',
    'Fails',
    'Greet',
    'Later',
    'One by one',
    'Part',
    'Upload',
    'Whole',
  ]);
  expect(await get<string[]>('/active')).toHaveLength(9);
  expect(await (await post('/webhook/greet', { name: 'Grace' })).json()).toEqual({ greeting: 'Hello Grace' });

  for (const [id, status] of Object.entries(statuses)) await untilStatus(Number(id), status);
  expect((await execution(3)).data.resultData.error?.message).toBe('Out of stock');
  expect(await itemsOf(1, 'Greeting')).toEqual([{ greeting: 'Hello Ada' }]);

  const file = (await execution(2)).data.resultData.runData.Webhook?.[0]?.data?.main?.[0]?.[0]?.binary?.data;
  const bytes = await fetch(`${url}/rest/data/${file?.id}`);
  expect(await bytes.text()).toBe('bytes of the first version');

  await resume(4, 'Request', 'Grace');
  await untilStatus(4, 'success');
  expect(await itemsOf(4, 'Approved')).toEqual([{ order: 'A-7', by: 'Grace' }]);

  await resume(8, 'Part', 'Alan');
  await untilStatus(7, 'success');
  expect(await itemsOf(7, 'Whole')).toEqual([{ result: 'Alan' }]);

  // What a loop keeps was not stored then; to guess it could give wrong data.
  await resume(6, 'Line', 'Ada');
  await untilStatus(6, 'error');
  expect((await execution(6)).data.resultData.error?.message).toMatch(/cannot go on.*did not store what "Loop" keeps/);

  expect((await post('/rest/executions/3/retry', {})).status).toBe(200);
  await untilStatus(14, 'error');
});
