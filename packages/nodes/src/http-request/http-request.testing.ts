import type { HostRequest, HttpRequest } from '@millrace/engine/node-api';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { type FakeHostOptions, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { expect } from 'vitest';
import { httpRequest } from './http-request.node.ts';

export const url = 'https://api.example/items';

/** Parameters as the node stores pairs. */
export const pairs = (...parameters: Record<string, unknown>[]) => ({ parameters });

/** Runs the node against a service that answers `{}`, unless the options have another. */
export const call = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
  runNode(httpRequest, { parameters: { url, ...parameters } as never, host: { http: () => ({ body: {} }) }, ...more });

/** The one request that the node sends. */
export const sent = async (parameters: Record<string, unknown>, more: RunNodeOptions = {}): Promise<HostRequest> => {
  const { host, error } = await call(parameters, more);
  expect(error).toBeUndefined();
  expect(host.requests).toHaveLength(1);
  return host.requests[0]!;
};

export const bodyText = ({ body }: Pick<HttpRequest, 'body'>) =>
  typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array | undefined);

export const answering = (http: FakeHostOptions['http']) => ({ host: { http } });
