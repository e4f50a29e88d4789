import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { describeApi, type OpenApi } from './openapi.ts';
import { renderApiPage } from './openapi-page.ts';
import { setEditorHeaders } from './security-headers.ts';

/** `/rest/openapi.json` for programs and `/rest/docs` for people. */
export const registerApiDescriptionRoutes = (app: FastifyInstance, version: string): void => {
  let made: OpenApi | undefined;
  const description = (): OpenApi => {
    made ??= describeApi(api, version);
    return made;
  };
  app.get('/openapi.json', { config: { access: 'user' } }, async () => description());
  app.get('/docs', { config: { access: 'user' } }, async (_request, reply) => {
    setEditorHeaders(reply);
    return reply.type('text/html; charset=utf-8').send(renderApiPage(description()));
  });
};
