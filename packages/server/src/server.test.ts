import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Execution } from '@millrace/contract';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { answeringWorkflow } from './answering-workflow.testing.ts';
import { startTestServer } from './testing.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const hello = { ...answeringWorkflow('hello', '=Hello {{ $json.query.name }}'), name: 'Hello', active: true };

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const read = async (url: string): Promise<Record<string, unknown>> => {
  const { data } = (await (await fetch(url)).json()) as { data: Record<string, unknown> };
  return data;
};

const answerOf = async (url: string): Promise<string> => (await fetch(`${url}/webhook/hello?name=you`)).text();

test.each([['SQLite'], ['PostgreSQL']])('on %s an active workflow answers, and again after a restart', async (kind) => {
  const server = await startTestServer(kind === 'SQLite' ? {} : { databaseUrl: await freshPostgres() });
  onTestFinished(() => server.stop(), 60_000);
  const created = await post(`${server.url}/rest/workflows`, hello);
  expect(created.status).toBe(200);
  expect(await answerOf(server.url)).toBe('Hello you');

  await server.restart();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await answerOf(server.url)).toBe('Hello you');

  // The caller has its answer as soon as a node gives it; the end of the run is recorded after that.
  await vi.waitFor(async () => {
    expect(await read(`${server.url}/rest/executions`)).toMatchObject({
      count: 2,
      results: [
        { id: '2', workflowId: '1', workflowName: 'Hello', mode: 'webhook', finished: true },
        { id: '1', status: 'success' },
      ],
    });
  }, 20_000);
  const execution = (await read(`${server.url}/rest/executions/1`)) as unknown as Execution;
  expect(Object.keys(execution.data.resultData.runData)).toEqual(['Webhook', 'Answer']);
  expect(execution.workflowData.nodes).toEqual(hello.nodes);
});

test.each([['SQLite'], ['PostgreSQL']])('on %s each start of the instance is told, once', async (kind) => {
  const server = await startTestServer(kind === 'SQLite' ? {} : { databaseUrl: await freshPostgres() });
  onTestFinished(() => server.stop(), 60_000);
  const told = { name: 'Told', type: 'n8n-nodes-base.n8nTrigger', typeVersion: 1, position: [0, 0] };
  const node = { ...told, parameters: { events: ['activate', 'init'] } };
  await post(`${server.url}/rest/workflows`, { name: 'Told', nodes: [node], connections: {}, active: true });
  const events = async () => {
    const { count } = (await read(`${server.url}/rest/executions`)) as { count: number };
    const given: unknown[] = [];
    for (let id = 1; id <= count; id += 1) {
      const { data } = (await read(`${server.url}/rest/executions/${id}`)) as unknown as Execution;
      given.push(data.resultData.runData.Told?.[0]?.data?.main?.[0]?.[0]?.json.event);
    }
    return given;
  };
  await vi.waitFor(async () => expect(await events()).toEqual(['Workflow activated']), 20_000);
  for (let starts = 1; starts <= 2; starts += 1) {
    await server.restart();
    const wanted = ['Workflow activated', ...Array<string>(starts).fill('Instance started')];
    await vi.waitFor(async () => expect(await events()).toEqual(wanted), 20_000);
  }
});

test('where expressions are switched off, a run that comes to one fails and says so', async () => {
  const server = await startTestServer({ expressionsDisabled: true });
  onTestFinished(() => server.stop(), 60_000);
  await post(`${server.url}/rest/workflows`, hello);
  expect((await fetch(`${server.url}/webhook/hello`)).status).toBe(500);
  const execution = (await read(`${server.url}/rest/executions/1`)) as unknown as Execution;
  expect(execution.data.resultData.error).toMatchObject({
    message: expect.stringContaining('Expressions are switched off on this instance'),
    node: 'Answer',
  });
});

const freshPostgres = async (): Promise<string> => {
  const name = `test_server_${process.pid}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  return inject('postgresUrl') + name;
};

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-main-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const startMain = (env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, MILLRACE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
};

const ended = async (child: ChildProcess): Promise<{ code: number | null; errors: string }> => {
  const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  return { code: code as number | null, errors };
};

test('says where it is ready, keeps its folder for itself, and ends cleanly on a signal that comes twice', async () => {
  const dataFolder = await temporaryFolder();
  const child = startMain({ MILLRACE_DATA: dataFolder });
  const [line] = await once(createInterface(child.stdout!), 'line');
  expect(line).toMatch(/^Millrace is ready at http:\/\/localhost:\d+$/);

  const second = await ended(startMain({ MILLRACE_DATA: dataFolder }));
  expect(second).toEqual({ code: 1, errors: expect.stringContaining(`running on the data folder ${dataFolder}`) });

  const end = ended(child);
  child.kill('SIGTERM');
  child.kill('SIGINT');
  expect((await end).code).toBe(0);
});

test('a port that is taken is said plainly', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => {
    taken.close();
  });
  const { port } = taken.address() as { port: number };
  const { code, errors } = await ended(
    startMain({ MILLRACE_DATA: await temporaryFolder(), MILLRACE_PORT: String(port) }),
  );
  expect(code).toBe(1);
  expect(errors.trim()).toBe(
    `Port ${port} is taken, perhaps by another Millrace. Stop that program, or set MILLRACE_PORT to another port.`,
  );
});

test('a wrong setting is said plainly', async () => {
  const { code, errors } = await ended(
    startMain({ MILLRACE_TIMEZONE: 'Mars', MILLRACE_SMTP_HOST: 'mail.example.com' }),
  );
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    expect.stringMatching(/^MILLRACE_TIMEZONE must be/),
    expect.stringMatching(/^MILLRACE_SMTP_SENDER must be set/),
  ]);
});

test('a file that is no database is left as it is', async () => {
  const dataFolder = await temporaryFolder();
  const file = path.join(dataFolder, 'millrace.sqlite');
  await writeFile(file, 'my notes, not a database. '.repeat(100));
  const { code, errors } = await ended(startMain({ MILLRACE_DATA: dataFolder }));
  expect(code).toBe(1);
  expect(errors).toContain('is damaged or is no database');
  expect(await readFile(file, 'utf8')).toMatch(/^my notes/);
});
