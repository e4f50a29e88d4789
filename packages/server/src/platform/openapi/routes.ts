import type { FastifyInstance } from 'fastify';
import { describeApi } from './document.ts';
import { registerApiViewer } from './viewer.ts';

/**
 * `/rest/openapi.json` for programs and `/rest/docs` for people.
 *
 * @param basePath as in `describeApi`
 */
export const registerApiDescriptionRoutes = (app: FastifyInstance, version: string, basePath: string): void => {
  let made: string | undefined;
  app.get('/openapi.json', { config: { access: { who: 'user', scope: 'any' } } }, async (_request, reply) => {
    made ??= JSON.stringify(describeApi(version, basePath));
    return reply.type('application/json; charset=utf-8').send(made);
  });
  registerApiViewer(app);
};
