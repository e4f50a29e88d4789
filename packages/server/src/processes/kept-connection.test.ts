import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestPostgres } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { keepConnection } from './kept-connection.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Stands before PostgreSQL, and may fall silent as a network does that loses everything. */
const createNetwork = async (url: string) => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const network = { isSilent: false, url: '', connections: 0, cut: () => {} };
  const server = createServer((near) => {
    network.connections += 1;
    let isSilent = false;
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes) => {
      if (!isSilent) near.write(bytes);
      // Once it has said that it is ready, nothing more comes through.
      if (network.isSilent && bytes.includes('Z\0\0\0\u0005I')) isSilent = true;
    });
  });
  network.cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    network.cut();
    server.close();
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  network.url = through.href;
  return network;
};

test('a new connection that falls silent before it is prepared is given up, and made anew', async () => {
  const network = await createNetwork(await createTestPostgres());
  const connection = await keepConnection({ url: network.url, name: 'test', onLost: () => {}, log: silentLog });
  onTestFinished(() => connection.close());
  expect(connection.client()).toBeDefined();
  network.isSilent = true;
  network.cut();
  await expect.poll(() => network.connections, { timeout: 10_000 }).toBe(2);
  expect(connection.client()).toBeUndefined();
  network.isSilent = false;
  await expect.poll(() => connection.client(), { timeout: 15_000 }).toBeDefined();
  const result = await connection.client()!.query<{ one: number }>('select 1 as one');
  expect(result.rows).toEqual([{ one: 1 }]);
});
