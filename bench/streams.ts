import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryOf, startServer } from './server-process.ts';

/**
 * A file that comes by HTTP, is stored, and goes out by HTTP again, alone or in a form: seconds, and the most memory of all processes together, beside
 * what they have with a file of a megabyte. Prints JSON.
 *
 *     node bench/streams.ts [megabytes = 1024] [file|form]
 */

const megabyte = 1024 * 1024;
const megabytes = Number(process.argv[2] ?? 1024);
const kinds = process.argv[3] ? [process.argv[3]] : ['file', 'form'];

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
const bodies: Record<string, object> = {
  file: { contentType: 'binaryData', inputDataFieldName: 'data' },
  form: {
    contentType: 'multipart-form-data',
    bodyParameters: { parameters: [{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }] },
  },
};
const workflowOf = (kind: string) => ({
  name: kind,
  active: true,
  nodes: [
    node('Webhook', 'core.webhook', 2, { path: kind, httpMethod: 'POST', responseMode: 'lastNode' }),
    node('Get', 'core.httpRequest', 4.2, {
      url: `=${origin}/?megabytes={{ $json.body.megabytes }}`,
      options: { response: { response: { responseFormat: 'file' } } },
    }),
    node('Put', 'core.httpRequest', 4.2, {
      method: 'PUT',
      url: `${origin}/`,
      sendBody: true,
      ...bodies[kind],
    }),
  ],
  connections: { Webhook: wire('Get'), Get: wire('Put') },
});

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
const server = await startServer(folder);

const call = async (kind: string, size: number) => {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await memoryOf(await server.processes())).rssMB);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  const start = performance.now();
  const answer = await fetch(`${server.address}/webhook/${kind}`, {
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
  for (const kind of kinds) {
    await fetch(`${server.address}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.address },
      body: JSON.stringify(workflowOf(kind)),
    });
    await call(kind, 1);
    console.log(JSON.stringify({ kind, small: await call(kind, 1), large: await call(kind, megabytes) }, null, 2));
  }
} finally {
  await server.stop();
  service.close();
  await rm(folder, { recursive: true });
}
