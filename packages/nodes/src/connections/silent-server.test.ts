import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { setUpNode } from '@millrace/engine/testing';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { emailReadImap } from '../email-read-imap/email-read-imap.node.ts';
import { emailSend } from '../email-send/email-send.node.ts';
import { ftp } from '../ftp/ftp.node.ts';
import { mqtt } from '../mqtt/mqtt.node.ts';
import { mySqlNode } from '../my-sql/my-sql.node.ts';
import { postgresNode } from '../postgres/postgres.node.ts';
import { redis } from '../redis/redis.node.ts';
import { ssh } from '../ssh/ssh.node.ts';

// Clients are loaded here for the first time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => void vi.useRealTimers());

/** Takes connections and says nothing. */
const startSilentServer = async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { server, port: (server.address() as AddressInfo).port, sockets };
};

/** `isLate`: its client lets go of a connection that was never greeted after a time of its own. */
const clients: [string, NodeDefinition, object, { isLate: boolean }?][] = [
  ['imapConnectionTest', emailReadImap, { secure: false }],
  ['imapConnectionTest', emailReadImap, { secure: true }],
  ['smtpConnection', emailSend, { secure: false }, { isLate: true }],
  ['smtpConnection', emailSend, { secure: true }, { isLate: true }],
  ['ftpConnectionTest', ftp, {}],
  ['sftpConnectionTest', ftp, {}],
  ['sshConnectionTest', ssh, {}],
  ['mqttConnectionTest', mqtt, { protocol: 'mqtt' }],
  ['mqttConnectionTest', mqtt, { protocol: 'mqtts', ssl: true }],
  ['mysqlConnectionTest', mySqlNode, {}],
  ['postgresConnectionTest', postgresNode, { ssl: 'disable' }],
  ['postgresConnectionTest', postgresNode, { ssl: 'require' }],
  ['redisConnectionTest', redis, {}],
  ['redisConnectionTest', redis, { ssl: true }, { isLate: true }],
];

test.each(clients)('%s gives up on a server that says nothing', async (name, node, data, how) => {
  const { server, port, sockets } = await startSilentServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const credential = { host: '127.0.0.1', port, user: 'ada', username: 'ada', password: 'secret', ...data };
  const connected = once(server, 'connection');
  const result = node.methods?.credentialTest?.[name]?.(setUpNode(node).context, credential);
  await connected;
  const [socket] = [...sockets] as [Socket];
  const closed = once(socket, 'close');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await result).toEqual({
    status: 'Error',
    message: expect.stringMatching(/^The server did not answer within 8 seconds\. Check host and port\./),
  });
  if (!how?.isLate) await closed;
});
