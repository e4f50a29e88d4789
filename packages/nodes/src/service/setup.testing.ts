/** Calls methods of a node outside of executions, through the context that the engine makes. What a node keeps goes on from call to call. */
import { createHmac } from 'node:crypto';
import type { JsonObject } from '@millrace/contract/data';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { createNodeTypeRegistry, createSetupContext } from '@millrace/engine';
import type { NodeDefinition, ReceivedCall, SetupContext } from '@millrace/engine/node-api';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { type FakeHost, workflow } from '@millrace/engine/testing';

export interface NodeForTest {
  parameters: object;
  host: FakeHost;
  /** Type of its credential. */
  credential: string;
  typeVersion?: number;
  /** Address under which its webhook is served. */
  url?: string;
  isTest?: boolean;
}

const toBytes = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** A call as it reaches a webhook. */
export const callOf = (body: unknown, headers: Record<string, string> = {}): ReceivedCall => ({
  webhook: 'default',
  method: 'POST',
  url: 'https://m.example/webhook/1',
  headers,
  params: {},
  query: {},
  body,
  rawBody: toBytes(body),
  remoteAddress: '192.0.2.1',
});

export const hmacOf = (body: unknown, secret: string): string =>
  createHmac('sha256', secret).update(toBytes(body)).digest('hex');

export const nodeForTest = (definition: NodeDefinition, node: NodeForTest) => {
  const { parameters, host, credential, typeVersion = definition.defaultVersion ?? 1, isTest = false } = node;
  let staticData: JsonObject = {};
  const call = async <T>(method: (context: never) => T | Promise<T>, more: object = {}): Promise<T> => {
    const builder = workflow().node('Node', definition, {
      parameters: parameters as never,
      typeVersion,
      webhookId: 'hook',
      credentials: { [credential]: { id: '1', name: 'A' } },
    });
    const setup = createSetupContext({
      workflow: { ...builder.build(), staticData },
      node: 'Node',
      nodeTypes: createNodeTypeRegistry([definition]),
      timezone: 'UTC',
      host,
      signal: new AbortController().signal,
      onLog: () => {},
    });
    const { url = 'https://m.example/webhook/hook/webhook' } = node;
    const context: SetupContext = { ...setup.context, isTest, webhookUrl: () => url, ...more } as never;
    const given = await method(context as never);
    staticData = { ...staticData, ...setup.staticDataChanges() };
    return given;
  };
  const { registration, receive, poll, methods } = definition;
  return {
    kept: (): JsonObject => (staticData['node:Node'] ?? {}) as JsonObject,
    exists: () => call((context) => registration!.exists(context)),
    register: () => call((context) => registration!.register(context)),
    unregister: () => call((context) => registration!.unregister(context)),
    receive: (received: ReceivedCall) => call((context) => receive!(context), { call: received }),
    poll: () => call((context) => poll!(context)),
    options: (name: string) => call((context) => methods!.options![name]!(context), { sibling: () => undefined }),
    search: (name: string, query: { filter?: string; page?: string } = {}) =>
      call((context) => methods!.search![name]!(context, query), { sibling: () => undefined }),
    mapping: (name: string) => call((context) => methods!.mapping![name]!(context), { sibling: () => undefined }),
  };
};
