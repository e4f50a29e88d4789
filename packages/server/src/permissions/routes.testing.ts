import type { Access } from '@millrace/contract';
import type { InjectOptions, RouteOptions } from 'fastify';
import { createApp } from '../app.ts';

export type Method = NonNullable<InjectOptions['method']>;

export interface Route {
  name: string;
  method: Method;
  url: string;
  access: Access;
}

/** All that is registered under guard. */
export const routesOf = async (services: Parameters<typeof createApp>[0]): Promise<Route[]> => {
  const app = createApp(services);
  const found: Route[] = [];
  const add = ({ method, url, config }: RouteOptions) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && /^\/(rest|types)\//.test(url))
        found.push({
          name: `${one} ${url.replace(/^\/rest\/docs\/.*/, '/rest/docs/*')}`,
          method: one as Method,
          url,
          access: config?.access as Access,
        });
  };
  app.addHook('onRoute', add);
  await app.ready();
  await app.close();
  return found;
};
