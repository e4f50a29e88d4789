import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { BinaryStore, BinaryStoreSettings } from '../../platform/binary/index.ts';
import { createHttpClient } from '../../platform/http/index.ts';
import { watchParent } from '../worker/watch-parent.ts';
import { createExchanges } from './exchanges.ts';
import type { FromOutboundToServing, FromServingToOutbound, OutboundSettings } from './protocol.ts';
import { serveWorker } from './serve.ts';
import { createServingProcess } from './serving-process.ts';
import { createSignedRequests } from './signed-requests.ts';

const say = (message: FromOutboundToServing): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

const serving = createServingProcess(say);

/** Loaded with the first request that sends a file: most never do. */
const openStore = async (settings: BinaryStoreSettings): Promise<BinaryStore> => {
  const { createBinaryStore } = await import('../../platform/binary/index.ts');
  return createBinaryStore(settings);
};

/** The outbound process: makes the HTTP requests of all nodes, so that none is lost with a worker, and none made twice, and signs them. */
const begin = ({ path, policy, binary }: OutboundSettings): void => {
  const http = createHttpClient(policy);
  const exchanges = createExchanges(createSignedRequests(http, serving), () => performance.now());
  const server = createServer((socket) => serveWorker(socket, { exchanges, serving, reach: http.reach, store }));
  let files: Promise<BinaryStore> | undefined;
  const store = () => (files ??= openStore(binary));
  // Whoever started it reads that it listens, and ends it by closing its input.
  server.listen(path, () => say({ type: 'ready' }));
};

const input = createInterface({ input: process.stdin });
input.once('line', (line) => {
  begin(JSON.parse(line) as OutboundSettings);
  input.on('line', (answer) => serving.receive(JSON.parse(answer) as FromServingToOutbound));
});
input.once('close', () => process.exit(0));
watchParent();
