import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryOf, startServer } from './server-process.ts';

/**
 * A file that comes by HTTP, is stored, and goes out by HTTP again, in a workflow: seconds, and the most memory of all processes together, beside what they
 * have with a file of a megabyte. Prints JSON.
 *
 *     node bench/streams.ts [megabytes = 1024]
 */

const megabyte = 1024 * 1024;
const megabytes = Number(process.argv[2] ?? 1024);

let received = 0;
const service = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const size = Number(new URL(request.url ?? '/', 'http://service').searchParams.get('megabytes'));
    const piece = Buffer.alloc(megabyte, 'millrace ');
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': size * megabyte });
    for (let count = 0; count < size; count++) if (!response.write(piece)) await once(response, 'drain');
    response.end();
    return;
  }
  received = 0;
  for await (const chunk of request) received += (chunk as Buffer).length;
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});
const workflow = {
  name: 'Streams',
  active: true,
  nodes: [
    node('Webhook', 'core.webhook', 2, { path: 'streams', httpMethod: 'POST', responseMode: 'lastNode' }),
    node('Get', 'core.httpRequest', 4.2, {
      url: `=${origin}/?megabytes={{ $json.body.megabytes }}`,
      options: { response: { response: { responseFormat: 'file' } } },
    }),
    node('Put', 'core.httpRequest', 4.2, {
      method: 'PUT',
      url: `${origin}/`,
      sendBody: true,
      contentType: 'binaryData',
      inputDataFieldName: 'data',
    }),
  ],
  connections: { Webhook: wire('Get'), Get: wire('Put') },
};

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
const server = await startServer(folder);

const call = async (size: number) => {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await memoryOf(await server.processes())).rssMB);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  const start = performance.now();
  const answer = await fetch(`${server.address}/webhook/streams`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ megabytes: size }),
  });
  const seconds = (performance.now() - start) / 1000;
  isOver = true;
  await watching;
  return { megabytes: size, status: answer.status, received, seconds: Number(seconds.toFixed(1)), mostRssMB: most };
};

try {
  await fetch(`${server.address}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body: JSON.stringify(workflow),
  });
  await call(1);
  console.log(JSON.stringify({ small: await call(1), large: await call(megabytes) }, null, 2));
} finally {
  await server.stop();
  service.close();
  await rm(folder, { recursive: true });
}
