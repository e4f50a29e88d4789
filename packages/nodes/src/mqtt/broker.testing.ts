import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { onTestFinished } from 'vitest';
import { authority, clientCertificate, serverCertificate } from '../connections/certificates.testing.ts';

/** A real MQTT broker of the loopback: `ada` signs in with `secret`, and whoever has a certificate where that is asked for. */
export const startBroker = async ({ tls = false }: { tls?: boolean } = {}) => {
  const broker = await Aedes.createBroker();
  broker.authenticate = (_client, username, password, done) => {
    const isIn = tls || (username === 'ada' && password?.toString() === 'secret');
    done(isIn ? null : Object.assign(new Error('Wrong password'), { returnCode: 4 as const }), isIn);
  };
  broker.authorizeSubscribe = (_client, subscription, done) =>
    done(null, subscription.topic.startsWith('secret/') ? null : subscription);
  let isAgain = false;
  // The standard asks for this mark on what is sent once more, and this broker leaves it out.
  broker.authorizeForward = (_client, packet) => Object.assign(packet, { dup: isAgain });
  const sockets = new Set<Socket>();
  const handle = (socket: Socket) => {
    sockets.add(socket);
    broker.handle(socket);
  };
  const server: Server = tls
    ? createTlsServer({ ...serverCertificate, ca: authority, requestCert: true, rejectUnauthorized: true }, handle)
    : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const plain = { protocol: 'mqtt', host: '127.0.0.1', port, username: 'ada', password: 'secret', clean: true };
  const encrypted = {
    ...plain,
    host: 'localhost',
    ssl: true,
    passwordless: true,
    rejectUnauthorized: true,
    ca: authority,
    ...clientCertificate,
  };
  return {
    credential: tls ? encrypted : plain,
    publish: (topic: string, payload: string, qos: 0 | 1 | 2 = 0, retain = false) =>
      new Promise<void>((resolve, reject) =>
        broker.publish({ cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        ),
      ),
    /** Messages of clients, as they come. */
    heard: () => {
      const messages: { topic: string; text: string; qos: number; retain: boolean }[] = [];
      broker.on('publish', ({ topic, payload, qos, retain }, client) => {
        if (client) messages.push({ topic, text: payload.toString(), qos, retain });
      });
      return messages;
    },
    /** Ends the connections of all clients. What was not acknowledged is marked as sent once more from now on. */
    cut: () => {
      isAgain = true;
      for (const socket of sockets) socket.destroy();
    },
  };
};
