import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections, mostConnections } from './connections.ts';
import { silentLog } from './log.ts';

const listen = async (most: number | undefined) => {
  const logged: [object, string][] = [];
  const server = createServer((_request, response) => response.end());
  const log = { ...silentLog, error: (details: object, message: string) => void logged.push([details, message]) };
  limitConnections(server, { most, log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { server, logged, open };
};

test('a connection more than there may be is turned away, and the log says so once for many', async () => {
  const { server, logged, open } = await listen(1);
  const first = open();
  await once(server, 'connection');
  for (let count = 0; count < 3; count += 1) await once(open(), 'close');
  expect(logged).toEqual([[{ connections: 1, turnedAway: 1 }, expect.stringContaining('turned away')]]);
  first.destroy();
  await once(first, 'close');
});

test('a connection that the system cannot give is no end of the process', async () => {
  const { server, logged } = await listen(undefined);
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  expect(logged).toEqual([[{ err: expect.objectContaining({ code: 'EMFILE' }) }, expect.any(String)]]);
});

test('files have descriptors left', async () => {
  const most = await mostConnections();
  if (process.platform === 'linux') expect(most).toBeGreaterThan(0);
  else expect(most).toBeUndefined();
});
