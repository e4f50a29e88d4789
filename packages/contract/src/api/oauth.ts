import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineEndpoints } from './endpoint.ts';

/** Other fields of the credential may be there, and count for nothing: what is stored does. */
const query = z.looseObject({ id: idSchema });

/** How an account at a service is connected to a credential. The service sends the browser back to a page of this instance. */
export const oauthEndpoints = defineEndpoints({
  oauth1: {
    method: 'GET',
    path: '/oauth1-credential/auth',
    summary: 'Get the address at which an account is connected by OAuth1',
    description: 'It serves once, for ten minutes, and in the session that has asked for it.',
    access: { who: 'user', scope: 'session' },
    query,
    response: z.string(),
  },
  oauth2: {
    method: 'GET',
    path: '/oauth2-credential/auth',
    summary: 'Get the address at which an account is connected by OAuth2',
    description: 'It serves once, for ten minutes, and in the session that has asked for it.',
    access: { who: 'user', scope: 'session' },
    query,
    response: z.string(),
  },
});
