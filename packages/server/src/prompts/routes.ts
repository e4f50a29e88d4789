import { api, rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { validate } from '../platform/validation.ts';
import { toCsv } from './csv.ts';
import type { Prompts } from './service.ts';

const done = { updated: true };

export const registerPromptRoutes = (app: FastifyInstance, prompts: Prompts, options: EndpointOptions): void => {
  registerEndpoints(
    app,
    api.prompts,
    {
      get: (_request, { user }) => prompts.due(user),
      contact: async ({ body }, { user }) => {
        await prompts.contact(user, body.email);
        return done;
      },
      value: async ({ body }, { user }) => {
        await prompts.value(user, body);
        return done;
      },
      answers: () => prompts.answers(),
    },
    options,
  );
  const { exportCsv } = rawRoutes.prompts;
  app.get(exportCsv.path, { config: { access: exportCsv.access } }, async (request, reply) => {
    validate(exportCsv.query, request.query, 'query');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="answers.csv"')
      .send(toCsv(await prompts.answers()));
  });
};
