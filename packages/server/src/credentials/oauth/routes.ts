import { api, rawRoutes } from '@millrace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { basePathOf } from '../../platform/base-path.ts';
import { type EndpointOptions, type Exchange, registerEndpoints } from '../../platform/endpoints.ts';
import { refuseInShowcase } from '../../platform/errors.ts';
import type { Caller } from '../../users/access.ts';
import { createSecretToken, hashOf } from '../../users/secret-tokens.ts';
import { oauthPage, oauthPageHeaders } from './page.ts';
import type { OAuth, OAuthKind } from './service.ts';
import { stateLifetime } from './states.ts';

/** By this a sign-in ends in the browser in which it was begun, also where there are no accounts. */
const cookieName = 'millrace_oauth';
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{20,100})\\s*(?:;|$)`);

const cookieOf = ({ headers }: FastifyRequest): string | undefined => cookiePattern.exec(headers.cookie ?? '')?.[1];

/** The first of each; an address can name anything twice. */
const textsIn = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]): [string, string][] => {
      const text = Array.isArray(value) ? value[0] : value;
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );

export const registerOAuthRoutes = (
  app: FastifyInstance,
  { oauth, config }: { oauth: OAuth; config: Pick<Config, 'baseUrl' | 'demoMode' | 'paymentUrl'> },
  options: EndpointOptions,
): void => {
  const place = `Path=${basePathOf(config)}/rest; HttpOnly; SameSite=Lax${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`;

  /** One for all sign-ins of this browser, which may be several at a time. */
  const browserOf = ({ request, reply }: Exchange): string => {
    const token = cookieOf(request) ?? createSecretToken();
    reply.header('set-cookie', `${cookieName}=${token}; Max-Age=${stateLifetime / 1000}; ${place}`);
    return hashOf(token);
  };

  const refuse = (): void => refuseInShowcase('Accounts cannot be connected on this instance.', config);
  const begin = (kind: OAuthKind, id: string, caller: Caller, exchange: Exchange): Promise<string> => {
    refuse();
    return oauth.begin(kind, caller, id, browserOf(exchange));
  };

  registerEndpoints(
    app,
    api.oauth,
    {
      oauth1: ({ query }, caller, exchange) => begin('oauth1', query.id, caller, exchange),
      oauth2: ({ query }, caller, exchange) => begin('oauth2', query.id, caller, exchange),
    },
    options,
  );

  const callbacks: [OAuthKind, (typeof rawRoutes.oauth)[keyof typeof rawRoutes.oauth]][] = [
    ['oauth1', rawRoutes.oauth.oauth1Callback],
    ['oauth2', rawRoutes.oauth.oauth2Callback],
  ];
  for (const [kind, { path, access }] of callbacks)
    app.get(path, { config: { access } }, async (request, reply) => {
      refuse();
      const token = cookieOf(request);
      const browser = token === undefined ? undefined : hashOf(token);
      const result = await oauth.finish(kind, request.caller, textsIn(request.query), browser);
      reply.headers(oauthPageHeaders);
      return reply.code(result.result === 'success' ? 200 : 400).send(oauthPage(result));
    });
};
