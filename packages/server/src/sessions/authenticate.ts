import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../users/access.ts';
import type { Setup } from '../users/setup.ts';
import { toUser } from '../users/user-row.ts';
import { clientOf } from './client.ts';
import type { Sessions } from './sessions.ts';

/** Says who makes a request, by its cookie, or because nobody has to sign in; undefined: nobody who is known. */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Omit<Caller, 'sessionId'> | undefined>;

export const createAuthenticate =
  ({ sessions, setup }: { sessions: Pick<Sessions, 'find'>; setup: Pick<Setup, 'openUser'> }): Authenticate =>
  async (request, reply) => {
    const client = clientOf(request);
    const open = await setup.openUser(client);
    if (open) return { user: open, by: { kind: 'open' } };
    const session = client.sessionToken === undefined ? undefined : await sessions.find(client.sessionToken);
    if (!session) return undefined;
    if (session.cookie !== undefined) reply.header('set-cookie', session.cookie);
    return { user: toUser(session.user), by: { kind: 'session', id: session.id } };
  };
