import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { createHttpClient } from '../../platform/http/index.ts';
import { watchParent } from '../worker/watch-parent.ts';
import { createExchanges } from './exchanges.ts';
import type { OutboundSettings } from './protocol.ts';
import { serveWorker } from './serve.ts';

/** The outbound process: makes the HTTP requests of all nodes, so that none is lost with a worker, and none made twice. */
const begin = ({ path, policy }: OutboundSettings): void => {
  const exchanges = createExchanges(createHttpClient(policy), () => performance.now());
  const server = createServer((socket) => serveWorker(socket, exchanges));
  // Whoever started it reads that it listens, and ends it by closing its input.
  server.listen(path, () => process.stdout.write('ready\n'));
};

const input = createInterface({ input: process.stdin });
input.once('line', (line) => begin(JSON.parse(line) as OutboundSettings));
input.once('close', () => process.exit(0));
watchParent();
