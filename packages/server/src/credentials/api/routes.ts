import { api, rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { type EndpointOptions, registerEndpoints } from '../../platform/endpoints.ts';
import { AppError, refuseInShowcase } from '../../platform/errors.ts';
import { setImageHeaders } from '../../platform/security-headers.ts';
import type { CredentialService } from './service.ts';

export const registerCredentialRoutes = (
  app: FastifyInstance,
  { credentials, config }: { credentials: CredentialService; config: Pick<Config, 'demoMode' | 'paymentUrl'> },
  options: EndpointOptions & { textsOf: (shown: unknown) => Record<string, string> },
): void => {
  registerEndpoints(
    app,
    api.credentials,
    {
      list: ({ query }, caller) => credentials.list(caller, query.filter),
      newName: async ({ query }, caller) => ({ name: await credentials.newName(caller, query.name) }),
      get: ({ params, query }, caller) =>
        credentials.get(caller, params.id, { includeData: query.includeData === true }),
      create: ({ body }, caller) => credentials.create(caller, body),
      update: ({ params, body }, caller) => credentials.update(caller, params.id, body),
      remove: async ({ params }, caller) => {
        await credentials.remove(caller, params.id);
        return true as const;
      },
      test: ({ body }, caller) => {
        refuseInShowcase('Credentials cannot be tested on this instance.', config);
        return credentials.test(caller, 'credentials' in body ? body.credentials : body);
      },
      uses: ({ params }, caller) => credentials.uses(caller, params.id),
    },
    options,
  );

  registerEndpoints(
    app,
    api.credentialTypes,
    {
      list: () => credentials.types(),
      translation: ({ query }) =>
        options.textsOf(credentials.types().find(({ name }) => name === query.credentialType)),
    },
    options,
  );

  app.get<{ Params: { '*': string } }>(
    '/credential-icon/*',
    { config: { access: rawRoutes.credentialTypes.icon.access } },
    async (request, reply) => {
      const name = request.params['*'];
      const svg = await credentials.icon(name);
      if (svg === undefined)
        throw new AppError('credentialTypeNotFound', `No credential type "${name}" has a picture.`);
      setImageHeaders(reply);
      return reply.type('image/svg+xml').send(svg);
    },
  );
};
