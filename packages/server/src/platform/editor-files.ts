import { access } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { setEditorHeaders } from './security-headers.ts';

/**
 * The built editor: hashed assets under `/assets`, a few files at the root such as the favicon, and `index.html` for every
 * other address, since the editor itself knows its screens. Compressed copies that the build made are sent where they exist.
 */

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title>
<p>The server runs, but the editor has not been built yet. <code>npm start</code> builds it.</p></html>`;

/** One name with an ending, and nothing that could lead elsewhere. */
const rootFile = /^\/([\w-]+(?:\.[\w-]+)+)$/;

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * @param folder the build's output
 * @returns what answers a GET that no route took
 */
export const registerEditorFiles = (
  app: FastifyInstance,
  folder: string,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
  const shared = {
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  } as const;
  app.register(fastifyStatic, {
    ...shared,
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => {
      // Their names hold a hash of their content.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      setEditorHeaders(reply);
    },
  });
  app.register(fastifyStatic, {
    ...shared,
    root: folder,
    serve: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
      setEditorHeaders(reply);
    },
  });

  return async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const name = rootFile.exec(pathname)?.[1];
    if (pathname.startsWith('/assets/') || (name !== undefined && !(await exists(path.join(folder, name)))))
      throw new AppError('notFound', `There is no file ${pathname}.`);
    if (name !== undefined) return reply.sendFile(name);
    if (await exists(path.join(folder, 'index.html'))) return reply.sendFile('index.html');
    setEditorHeaders(reply);
    return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
  };
};
