import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { setEditorHeaders } from '../security-headers.ts';

const { resolve } = createRequire(import.meta.url);
const own = (name: string): string => fileURLToPath(new URL(`viewer/${name}`, import.meta.url));

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Every file of the viewer; nothing else is ever read, and nothing comes from another host. */
const files: Readonly<Record<string, { type: string; file: string }>> = {
  'swagger-ui-bundle.js': { type: script, file: resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  'swagger-ui.css': { type: style, file: resolve('swagger-ui-dist/swagger-ui.css') },
  'page.js': { type: script, file: own('page.js') },
  'page.css': { type: style, file: own('page.css') },
};

/** The page at `/docs` for people. Its addresses are relative, so it works wherever the API lies. */
export const registerApiViewer = (app: FastifyInstance): void => {
  const send = (url: string, type: string, file: string): void => {
    app.get(url, { config: { access: { who: 'user', scope: 'any' } } }, async (_request, reply) => {
      setEditorHeaders(reply);
      return reply
        .type(type)
        .header('cache-control', 'private, max-age=3600')
        .send(await readFile(file, 'utf8'));
    });
  };
  send('/docs', 'text/html; charset=utf-8', own('page.html'));
  for (const [name, { type, file }] of Object.entries(files)) send(`/docs/${name}`, type, file);
};
