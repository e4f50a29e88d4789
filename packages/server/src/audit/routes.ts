import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Audit } from './audit.ts';

const moment = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const registerAuditRoutes = (app: FastifyInstance, audit: Audit, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.audit,
    {
      list: ({ query: { from, to, lastId, ...filter } }) =>
        audit.list({
          ...filter,
          from: moment(from),
          to: moment(to),
          lastId: lastId === undefined ? undefined : Number(lastId),
        }),
    },
    options,
  );
