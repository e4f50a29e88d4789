import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Servers that repeat what they are told, and clients that come to them with a secret. */

export const canary = 'canary-5e1f-7c22-9b40';

/** A server that refuses whoever comes, and says for what. */
export const parrot = async (talk: (socket: Socket) => void): Promise<number> => {
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
export const lines = (greeting: string, answer: (line: string) => string) => (socket: Socket) => {
  if (greeting) socket.write(greeting);
  let rest = '';
  socket.on('data', (chunk) => {
    const all = (rest + chunk.toString('latin1')).split('\r\n');
    rest = all.pop() ?? '';
    for (const line of all) if (line !== '') socket.write(answer(line));
  });
};

export const decoded = (line: string): string =>
  line
    .split(' ')
    .map((word) => Buffer.from(word, 'base64').toString())
    .join(' ');

export const refusesPostgres = (socket: Socket): void => {
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
export const refusesMqtt = (socket: Socket): void =>
  void socket.once('data', () => socket.end(Buffer.from([0x20, 2, 0, 4])));

export const login = { host: '127.0.0.1', user: 'ada', password: canary };

/** `isSilent`: the node's error does not give the other side's words. */
export const clients = [
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

/** How it may be written. */
export const forms = [canary, encodeURIComponent(canary), btoa(canary), btoa(`\0ada\0${canary}`)];
