import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** A registry of packages on the loopback, as npm expects one. */
export interface TestRegistry {
  url: string;
  /** @param files path → text; `package.json` gets the name and the version */
  publish(name: string, version: string, files: Readonly<Record<string, string>>, manifest?: object): void;
  /** The tarball that is sent is another one than the registry states, from now on. */
  corrupt(name: string, version: string): void;
  /** Paths that were asked for. */
  asked: string[];
  /** Tarballs are begun and never end, until this is called with false. */
  stall(isStalled: boolean): void;
  close(): Promise<void>;
}

/** What `npm publish` sends. */
interface Published {
  versions: Record<string, { version: string; dist: object }>;
  _attachments: Record<string, { data: string }>;
}

const block = 512;

const header = (path: string, size: number): Buffer => {
  const bytes = Buffer.alloc(block);
  bytes.write(`package/${path}`, 0);
  bytes.write('0000644\0', 100);
  bytes.write('0000000\0', 108);
  bytes.write('0000000\0', 116);
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('00000000000\0', 136);
  bytes.write('        ', 148);
  bytes.write('0', 156);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
};

const tarball = (files: Readonly<Record<string, string>>): Buffer => {
  const pieces = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((block - (content.length % block)) % block);
    return [header(path, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...pieces, Buffer.alloc(2 * block)]));
};

export const startTestRegistry = async (): Promise<TestRegistry> => {
  const packages = new Map<string, Map<string, { manifest: object; content: Buffer }>>();
  const corrupted = new Set<string>();
  const asked: string[] = [];
  let isStalled = false;

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    asked.push(path);
    if (request.method === 'PUT')
      return void json(request).then((given) => {
        take(path, given as Published);
        response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
      });
    const [, tarballOf, version] = /^(.+)\/-\/(.+)\.tgz$/.exec(path) ?? [];
    const found = tarballOf === undefined ? undefined : packages.get(tarballOf)?.get(version ?? '');
    if (found) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      if (isStalled) return void response.write(found.content.subarray(0, 10));
      response.end(corrupted.has(`${tarballOf}@${version}`) ? tarball({ 'package.json': '{}' }) : found.content);
      return;
    }
    const versions = packages.get(path);
    if (!versions) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"gone"}');
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest: [...versions.keys()].at(-1) },
        versions: Object.fromEntries([...versions].map(([number, { manifest }]) => [number, manifest])),
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const keep = (name: string, version: string, manifest: object, content: Buffer): void => {
    const dist = {
      tarball: `${url}/${name}/-/${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
      shasum: createHash('sha1').update(content).digest('hex'),
    };
    const versions = packages.get(name) ?? new Map();
    packages.set(name, versions.set(version, { manifest: { ...manifest, dist }, content }));
  };
  const take = (name: string, { versions, _attachments }: Published): void => {
    const [manifest] = Object.values(versions);
    const [attachment] = Object.values(_attachments);
    if (manifest && attachment) keep(name, manifest.version, manifest, Buffer.from(attachment.data, 'base64'));
  };

  return {
    url,
    asked,
    publish(name, version, files, more = {}) {
      const ending = (text: string) => Object.keys(files).filter((file) => file.endsWith(text));
      const n8n = { nodes: ending('.node.js'), credentials: ending('.credentials.js') };
      const manifest = { name, version, n8n, ...more };
      keep(name, version, manifest, tarball({ 'package.json': JSON.stringify(manifest), ...files }));
    },
    corrupt: (name, version) => void corrupted.add(`${name}@${version}`),
    stall(wanted) {
      isStalled = wanted;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
