import { api, rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { AppError } from '../platform/errors.ts';
import { setImageHeaders } from '../platform/security-headers.ts';
import type { Documentation } from './service.ts';

export const registerDocumentationRoutes = (
  app: FastifyInstance,
  documentation: Documentation,
  options: EndpointOptions,
): void => {
  registerEndpoints(app, api.documentation, { list: () => documentation.pages() }, options);
  app.get<{ Params: { name: string } }>(
    '/documentation-images/:name',
    { config: { access: rawRoutes.documentation.image.access } },
    async (request, reply) => {
      const image = await documentation.image(request.params.name);
      if (!image) throw new AppError('notFound', `The documentation has no picture "${request.params.name}".`);
      setImageHeaders(reply);
      return reply.type(image.mimeType).send(image.content);
    },
  );
};
