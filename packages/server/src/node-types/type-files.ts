import type { FastifyInstance } from 'fastify';
import type { CredentialService } from '../credentials/api/service.ts';
import { AppError } from '../platform/errors.ts';
import { isKnown } from '../platform/etag.ts';
import { StableJson } from '../platform/json-text.ts';
import type { NodeTypes } from './service.ts';

/**
 * Descriptions as files, where newer clients of this API look for them: bare lists without an envelope, one entry for each version.
 *
 * @param app a scope under `/types`
 */
export const registerTypeFiles = (
  app: FastifyInstance,
  { nodeTypes, credentials }: { nodeTypes: NodeTypes; credentials: Pick<CredentialService, 'types'> },
): void => {
  const files: Record<string, () => StableJson> = {
    nodes: () => nodeTypes.all(),
    credentials: () => new StableJson(JSON.stringify(credentials.types())),
  };
  for (const [name, read] of Object.entries(files))
    app.get(`/${name}.json`, { config: { access: { who: 'user', scope: 'any' } } }, (request, reply) => {
      const file = read();
      if (isKnown(request, reply, file.etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(file.text);
    });
  app.setNotFoundHandler((request) => {
    throw new AppError('notFound', `There is no file ${request.url.split('?', 1)[0]}.`);
  });
};
