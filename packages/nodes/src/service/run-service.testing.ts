import type { CredentialData, NodeDefinition } from '@millrace/engine/node-api';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { localService, type Routes } from './service.testing.ts';

/** Runs a node of a service once against a local server in place of it. `data` is what it may read of its credential; `lines` are the requests: `GET /books?page=1`. */
export const runService = async (
  definition: NodeDefinition,
  service: { origin: string; credential: string; routes: Routes; data?: CredentialData },
  parameters: object,
  more: RunNodeOptions = {},
) => {
  const { origin, credential, routes, data = {} } = service;
  const { host, heard, lines } = await localService(origin, routes, { credentials: { [credential]: data } });
  const credentials = { [credential]: { id: '1', name: 'Test' } };
  const result = await runNode(definition, { parameters: parameters as never, credentials, host, ...more });
  return { ...result, heard, lines: lines() };
};
