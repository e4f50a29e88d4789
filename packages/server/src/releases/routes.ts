import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { ReleaseFeed } from './feed.ts';

export const registerReleaseRoutes = (app: FastifyInstance, feed: ReleaseFeed, options: EndpointOptions): void =>
  registerEndpoints(app, api.releases, { list: () => feed.read() }, options);
