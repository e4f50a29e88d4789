import { rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { keyRefused } from '../permissions/endpoint-access.ts';
import { basePathOf } from '../platform/base-path.ts';
import { badRequest } from '../platform/errors.ts';
import type { PagePasses } from './page-passes.ts';

/** People come here from a page that asks who they are, and go back to it; by way of the sign-in where they are not signed in. */
export const registerPagePassRoutes = (
  app: FastifyInstance,
  { pagePasses, config }: { pagePasses: PagePasses; config: Pick<Config, 'baseUrl'> },
): void => {
  const { path, access } = rawRoutes.pagePasses.give;
  app.get(path, { config: { access } }, async (request, reply) => {
    const { page } = request.query as { page?: unknown };
    if (typeof page !== 'string') throw badRequest('It is not said for which page the pass is.');
    const { caller } = request;
    if (caller?.by.kind === 'key') throw keyRefused();
    const { address, cookie } = pagePasses.give(page, caller?.by ?? { kind: 'open' });
    if (caller) return reply.header('set-cookie', cookie).redirect(address);
    const back = encodeURIComponent(`/rest${path}?page=${encodeURIComponent(page)}`);
    return reply.redirect(`${basePathOf(config)}/signin?redirect=${back}`);
  });
};
