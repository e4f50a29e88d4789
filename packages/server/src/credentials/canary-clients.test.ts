import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';
import {
  canary,
  clients,
  decoded,
  forms,
  lines,
  login,
  parrot,
  refusesMqtt,
  refusesPostgres,
} from './hostile-servers.testing.ts';

// A whole server starts here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const triggers = [
  {
    credential: 'imap',
    data: (port: number) => ({ ...login, port, secure: false }),
    node: { type: 'core.emailReadImap', typeVersion: 2, parameters: {} },
    talk: lines('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] hello\r\n', (line) => {
      const [tag = '*', command = ''] = line.split(' ');
      if (/^capability$/i.test(command)) return `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`;
      return `${tag} NO no entry with ${line} ${decoded(line)} ${canary}\r\n`;
    }),
  },
  {
    credential: 'mqtt',
    data: (port: number) => ({ protocol: 'mqtt', host: '127.0.0.1', port, username: 'ada', password: canary }),
    node: { type: 'core.mqttTrigger', typeVersion: 1, parameters: { topics: 'a' } },
    talk: refusesMqtt,
  },
  {
    credential: 'postgres',
    data: (port: number) => ({ ...login, port, database: 'x', ssl: 'disable' }),
    node: {
      type: 'core.postgresTrigger',
      typeVersion: 1,
      parameters: { triggerMode: 'listenTrigger', channelName: 'a' },
    },
    talk: refusesPostgres,
  },
];

/** A server, and how it is asked. */
const setUp = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data?: { id: string }; id?: string };
    expect([path, response.status, JSON.stringify(answer)]).toEqual([path, 200, expect.anything()]);
    return answer.data?.id ?? answer.id ?? '';
  };
  const read = async (path: string) => (await fetch(`${server.url}/rest/${path}`)).text();
  return { server, post, read };
};

test('no error of a client repeats a secret, whatever the other side answers', async () => {
  const { server, post, read } = await setUp();
  for (const { credential, data, node, talk } of clients) {
    const id = await post('rest/credentials', { name: credential, type: credential, data: data(await parrot(talk)) });
    const trigger = {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: credential },
    };
    const client = {
      name: 'Client',
      position: [200, 0],
      credentials: { [credential]: { id, name: credential } },
      ...node,
    };
    await post('rest/workflows', {
      name: credential,
      active: true,
      nodes: [trigger, client],
      connections: { Webhook: { main: [[{ node: 'Client', type: 'main', index: 0 }]] } },
    });
    await fetch(`${server.url}/webhook/${credential}`);
  }
  type Listed = { data: { results: { id: string; status: string; workflowName: string }[] } };
  let ended: Listed['data']['results'] = [];
  await expect
    .poll(
      async () => {
        const { data } = JSON.parse(await read('executions')) as Listed;
        ended = data.results;
        return ended.map(({ status }) => status);
      },
      { timeout: 60_000 },
    )
    .toEqual(clients.map(() => 'error'));
  for (const { id, workflowName } of ended) {
    const text = await read(`executions/${id}`);
    for (const form of forms) expect([workflowName, text.includes(form)]).toEqual([workflowName, false]);
    const isSilent = clients.some((client) => client.credential === workflowName && client.isSilent);
    expect([workflowName, isSilent || /no entry with [^"]*\*\*\*/.test(text)]).toEqual([workflowName, true]);
  }
});

test('no trigger repeats one in what it says of its connection, and nothing of it is stored', async () => {
  const { server, post, read } = await setUp();
  for (const { credential, data, node, talk } of triggers) {
    const id = await post('rest/credentials', { name: credential, type: credential, data: data(await parrot(talk)) });
    const credentials = { [credential]: { id, name: credential } };
    const workflow = await post('rest/workflows', {
      name: credential,
      active: true,
      nodes: [{ name: 'Trigger', position: [0, 0], credentials, ...node }],
      connections: {},
    });
    await expect.poll(() => read(`active/triggers/${workflow}`), { timeout: 30_000 }).toContain('failing');
    const text = await read(`active/triggers/${workflow}`);
    for (const form of forms) expect([credential, text.includes(form)]).toEqual([credential, false]);
  }
  for (const name of await readdir(server.dataFolder)) {
    const file = join(server.dataFolder, name);
    const bytes = (await stat(file)).isFile() ? await readFile(file) : Buffer.alloc(0);
    for (const form of forms) expect([name, bytes.includes(form)]).toEqual([name, false]);
  }
});
