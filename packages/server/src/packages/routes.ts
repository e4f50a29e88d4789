import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Caller } from '../users/access.ts';
import type { Packages } from './service.ts';

export const registerPackageRoutes = (
  app: FastifyInstance,
  { packages, audit }: { packages: Pick<Packages, 'list' | 'install' | 'update' | 'remove'>; audit: Audit },
  options: EndpointOptions,
): void => {
  const record = (action: 'installed' | 'updated' | 'removed', caller: Caller, name: string, version?: string) =>
    audit.record({
      action: `package.${action}`,
      caller,
      resourceId: name,
      name,
      details: version ? { version } : undefined,
    });
  registerEndpoints(
    app,
    api.packages,
    {
      list: () => packages.list(),
      async install({ body }, caller) {
        const installed = await packages.install(body);
        await record('installed', caller, body.name, body.version);
        return installed;
      },
      async update({ body }, caller) {
        const updated = await packages.update(body);
        await record('updated', caller, body.name, body.version);
        return updated;
      },
      async remove({ query: { name } }, caller) {
        await packages.remove(name);
        await record('removed', caller, name);
        return { name };
      },
    },
    options,
  );
};
