import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';

// A whole server starts here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const canary = 'canary-5e1f-7c22-9b40';

/** A server that refuses whoever comes, and says for what. */
const parrot = async (talk: (socket: Socket) => void): Promise<number> => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
};

/** @param answer of each line */
const lines = (greeting: string, answer: (line: string) => string) => (socket: Socket) => {
  if (greeting) socket.write(greeting);
  let rest = '';
  socket.on('data', (chunk) => {
    const all = (rest + chunk.toString('latin1')).split('\r\n');
    rest = all.pop() ?? '';
    for (const line of all) if (line !== '') socket.write(answer(line));
  });
};

const decoded = (line: string): string =>
  line
    .split(' ')
    .map((word) => Buffer.from(word, 'base64').toString())
    .join(' ');

const refusesPostgres = (socket: Socket): void => {
  const text = `SFATAL\0VFATAL\0C28P01\0Mno entry with ${canary}\0\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(text.length + 4, 1);
  socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(text)])));
};

const refusesMySql = (socket: Socket): void => {
  const body = Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from(`#28000no entry with ${canary}`)]);
  socket.end(Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]));
};

/** CONNACK: neither the user nor the password is right. */
const refusesMqtt = (socket: Socket): void => void socket.once('data', () => socket.end(Buffer.from([0x20, 2, 0, 4])));

const login = { host: '127.0.0.1', user: 'ada', password: canary };

/** `isSilent`: the node's error does not give the other side's words. */
const clients = [
  {
    credential: 'ftp',
    data: (port: number) => ({ host: '127.0.0.1', port, username: 'ada', password: canary }),
    node: { type: 'core.ftp', typeVersion: 1, parameters: { operation: 'list', path: '/' } },
    talk: lines('220 hello\r\n', (line) =>
      line.startsWith('USER') ? '331 go on\r\n' : `530 no entry with ${line}\r\n`,
    ),
  },
  {
    credential: 'smtp',
    data: (port: number) => ({ ...login, port, secure: false, disableStartTls: true }),
    node: {
      type: 'core.emailSend',
      typeVersion: 2.1,
      parameters: { fromEmail: 'a@a.example', toEmail: 'b@a.example', subject: 'x', emailFormat: 'text', text: 'x' },
    },
    talk: lines('220 hello\r\n', (line) =>
      line.startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN\r\n' : `535 no entry with ${line} ${decoded(line)}\r\n`,
    ),
  },
  {
    credential: 'redis',
    data: (port: number) => ({ ...login, port, database: 0 }),
    node: { type: 'core.redis', typeVersion: 1, parameters: { operation: 'info' } },
    talk: lines('', (line) => (line.startsWith('*') ? '' : `-ERR no entry with ${line} ${canary}\r\n`)),
  },
  {
    credential: 'postgres',
    data: (port: number) => ({ ...login, port, database: 'x', ssl: 'disable' }),
    node: { type: 'core.postgres', typeVersion: 2.6, parameters: { operation: 'executeQuery', query: 'select 1' } },
    talk: refusesPostgres,
  },
  {
    credential: 'mySql',
    data: (port: number) => ({ ...login, port, database: 'x' }),
    node: { type: 'core.mySql', typeVersion: 2.4, parameters: { operation: 'executeQuery', query: 'select 1' } },
    talk: refusesMySql,
  },
  {
    credential: 'sshPassword',
    data: (port: number) => ({ host: '127.0.0.1', port, username: 'ada', password: canary }),
    node: { type: 'core.ssh', typeVersion: 1, parameters: { authentication: 'password', command: 'true' } },
    talk: lines(`SSH-1.0-no entry with ${canary}\r\n`, () => ''),
    isSilent: true,
  },
  {
    credential: 'sftp',
    data: (port: number) => ({ host: '127.0.0.1', port, username: 'ada', password: canary }),
    node: { type: 'core.ftp', typeVersion: 1, parameters: { protocol: 'sftp', operation: 'list', path: '/' } },
    talk: lines(`SSH-1.0-no entry with ${canary}\r\n`, () => ''),
    isSilent: true,
  },
  {
    credential: 'mqtt',
    data: (port: number) => ({ protocol: 'mqtt', host: '127.0.0.1', port, username: 'ada', password: canary }),
    node: { type: 'core.mqtt', typeVersion: 1, parameters: { topic: 'a', sendInputData: true } },
    talk: refusesMqtt,
    isSilent: true,
  },
];

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

const forms = [canary, encodeURIComponent(canary), btoa(canary), btoa(`\0ada\0${canary}`)];

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
