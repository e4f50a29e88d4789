import { onTestFinished } from 'vitest';
import type { Config } from '../config.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { startTestRegistry, type TestRegistry } from './registry.testing.ts';

/** A registry, and a real server that installs from it. Both end with the running test. */
export const startWithRegistry = async (
  config: Partial<Omit<Config, 'dataFolder'>> = {},
): Promise<{ registry: TestRegistry; server: TestServer; call: ReturnType<typeof callerOf> }> => {
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  const server = await startTestServer({ packages: true, packageRegistry: registry.url, ...config });
  onTestFinished(() => server.stop());
  return { registry, server, call: callerOf(server) };
};

/** Calls the API. @returns its data, or the whole body of a refusal */
export const callerOf =
  (server: Pick<TestServer, 'url'>) =>
  async <T = Record<string, never>>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server.url}/rest${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    const answer = (await response.json()) as { data?: T };
    return (answer.data ?? answer) as T;
  };

/** A node class that has an `execute` with this body. */
export const nodeClass = (name: string, body: string, more = ''): string => `
exports.${name} = class {
  constructor() {
    this.description = {
      displayName: '${name}', name: '${name[0]!.toLowerCase()}${name.slice(1)}', group: ['transform'], version: 1,
      description: 'A ${name}', defaults: { name: '${name}' }, inputs: ['main'], outputs: ['main'], properties: [], ${more}
    };
  }
  async execute() { ${body} }
};`;

/** Makes a workflow with a webhook and a node behind it, activates it. @returns calls the webhook: status and JSON body */
export const activateWith = async (
  call: ReturnType<typeof callerOf>,
  server: Pick<TestServer, 'url'>,
  node: { type: string; parameters?: object; typeVersion?: number; credentials?: object },
  path: string,
): Promise<{ id: string; run: () => Promise<{ status: number; body: unknown }> }> => {
  const { id, revision } = await call<{ id: string; revision: number }>('POST', '/workflows', {
    name: path,
    nodes: [
      {
        name: 'Webhook',
        type: 'core.webhook',
        typeVersion: 2,
        position: [0, 0],
        parameters: { path, responseMode: 'lastNode' },
      },
      { name: 'Node', typeVersion: 1, position: [200, 0], parameters: {}, ...node },
    ],
    connections: { Webhook: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
  });
  const activated = await call<{ active?: boolean }>('PATCH', `/workflows/${id}`, { active: true, revision });
  if (activated.active !== true) throw new Error(`Not activated: ${JSON.stringify(activated)}`);
  return {
    id,
    async run() {
      const response = await fetch(`${server.url}/webhook/${path}`);
      const text = await response.text();
      return { status: response.status, body: text === '' ? '' : JSON.parse(text) };
    },
  };
};
