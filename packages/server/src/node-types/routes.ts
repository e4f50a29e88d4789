import { api, rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { AppError } from '../platform/errors.ts';
import { setImageHeaders } from '../platform/security-headers.ts';
import type { NodeTypes } from './service.ts';

export const registerNodeTypeRoutes = (app: FastifyInstance, nodeTypes: NodeTypes, options: EndpointOptions): void => {
  registerEndpoints(
    app,
    api.nodeTypes,
    {
      list: ({ query }) => nodeTypes.list(query.onlyLatest ?? false),
      actions: () => nodeTypes.actions(),
      describe: ({ body }) => nodeTypes.describe(body.nodeInfos),
      texts: ({ query }) => nodeTypes.texts(query.language),
      translationHeaders: () => nodeTypes.headers(),
    },
    options,
  );

  // A type of a package with a scope has two segments in its name.
  app.get<{ Params: { '*': string } }>(
    '/node-icon/*',
    { config: { access: rawRoutes.nodeTypes.icon.access } },
    async (request, reply) => {
      const name = request.params['*'];
      const icon = await nodeTypes.icon(name);
      if (!icon) throw new AppError('nodeTypeNotFound', `No node type is called "${name}".`);
      setImageHeaders(reply);
      return reply.type(icon.mimeType).send(icon.content);
    },
  );
};
