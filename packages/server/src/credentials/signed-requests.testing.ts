import type { WorkflowNode } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import { defineNode } from '@millrace/engine/node-api';
import { onTestFinished } from 'vitest';
import { createOutboundProcess } from '../executions/outbound/outbound-process.ts';
import type { CallKey, NodeRequest } from '../executions/outbound/protocol.ts';
import { createOutboundClient } from '../executions/worker/outbound-client.ts';
import { silentLog } from '../platform/log.ts';
import { createTestCredentials, type TestCredentialsOptions } from './credentials.testing.ts';
import type { ResolvedCredential } from './types.ts';

const nodeOf = (name: string, readsSecrets: boolean) =>
  defineNode({
    name,
    displayName: name,
    description: name,
    versions: [1],
    group: ['transform'],
    defaults: { name },
    inputs: ['main'],
    outputs: ['main'],
    parameters: [],
    readsSecrets,
    execute: () => [[]],
  });

export const textOf = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString();

/**
 * A real outbound process, which asks this process for credentials, and a client as a worker has one: it runs execution 1, a workflow of the owner `ada` with the
 * nodes `Node` and `Database`, whose type reads secrets. Both name the given credentials by id.
 */
export const createSignedRequests = (
  credentials: (Pick<ResolvedCredential, 'type' | 'data'> & Partial<ResolvedCredential> & { ownerId?: string })[],
  options: TestCredentialsOptions = {},
) => {
  const nodeTypes = createNodeTypeRegistry([nodeOf('test.node', false), nodeOf('test.database', true)]);
  const service = createTestCredentials({ ...options, nodeTypes, reach: (token) => outbound.reach(token) });
  const { resolver, askers } = service;
  const outbound = createOutboundProcess({
    policy: { allowPrivateNetworks: true },
    binary: { storage: 'folder', folder: '/nonexistent' },
    credentials: service.access,
    log: silentLog,
  });
  const token = 'of the worker';
  const createClient = (itsToken = token) => {
    const client = createOutboundClient(() => void outbound.reach(itsToken).then(client.reachAt));
    onTestFinished(() => client.close());
    return client;
  };
  onTestFinished(async () => {
    service.close();
    await outbound.close();
  });

  const references: NonNullable<WorkflowNode['credentials']> = {};
  for (const credential of credentials) {
    const id = resolver.add(credential);
    references[credential.type] = { id, name: resolver.get(id).name };
  }
  const node = (name: string, type: string): WorkflowNode => ({
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    credentials: references,
  });
  askers.add((asker, given) =>
    asker === 1 && given === token
      ? { workflowId: '5', ranBy: 'ada', nodes: [node('Node', 'test.node'), node('Database', 'test.database')] }
      : undefined,
  );

  const useOf = (type: string, name = 'Node') => ({ type, node: name, readsSecrets: false, id: 'believed by nobody' });
  const client = createClient();
  const [first] = credentials;
  return {
    ...service,
    outbound,
    client,
    createClient,
    useOf,
    request: (
      what: Partial<NodeRequest> & { url: string },
      { type = first?.type ?? '', key }: { type?: string; key?: CallKey } = {},
    ) => client.request({ method: 'GET', credential: useOf(type), ...what }, key, 1),
    read: async (type: string, name?: string) => (await client.credential(useOf(type, name), 1)).data,
    secretsOf: async (type: string, name?: string) => (await client.credential(useOf(type, name), 1)).secrets,
  };
};
