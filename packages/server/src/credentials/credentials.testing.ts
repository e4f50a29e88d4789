import type { SignInContext } from '@millrace/engine/node-api';
import { createHttpResponse } from '@millrace/engine/node-api';
import { type CredentialFacts, inheritCredentialType, loadCredentialType } from '@millrace/nodes';
import type { OutboundProcess } from '../executions/outbound/outbound-process.ts';
import { createOwnRequests } from '../executions/outbound/own-requests.ts';
import { silentLog } from '../platform/log.ts';
import { createAskers } from './askers.ts';
import { createCredentialTypes } from './credential-types.ts';
import { type CredentialsOptions, createCredentials } from './credentials.ts';
import type { SignIn } from './renewal.ts';
import { createTestResolver, type TestResolver } from './resolver.testing.ts';

export interface TestCredentialsOptions extends Pick<Partial<CredentialsOptions>, 'now' | 'testByNode' | 'log'> {
  resolver?: TestResolver;
  /** Beside those of the product. */
  definitions?: readonly CredentialFacts[];
}

/** Credentials in memory, with the types of the product and of the test; sign-ins run in this process. */
export const createTestCredentials = ({
  resolver = createTestResolver(),
  definitions = [],
  reach,
  ...options
}: TestCredentialsOptions & Pick<CredentialsOptions, 'nodeTypes'> & Pick<OutboundProcess, 'reach'>) => {
  const load = (name: string) =>
    inheritCredentialType(
      name,
      async (wanted) => definitions.find((definition) => definition.name === wanted) ?? loadCredentialType(wanted),
    );
  const signIn: SignIn = async (type, credential) => {
    const run = (await load(type))?.signIn?.run;
    if (!run) throw new Error(`${type} has no sign-in`);
    const context: SignInContext = {
      now: options.now ?? Date.now,
      signal: new AbortController().signal,
      async http({ url, method, headers, body }) {
        const answer = await fetch(url, { method, headers, body: body as string });
        const { status, statusText } = answer;
        const head = { status, statusText, headers: Object.fromEntries(answer.headers) };
        return createHttpResponse(head, new Uint8Array(await answer.arrayBuffer()));
      },
    };
    return run(context, credential);
  };
  const askers = createAskers();
  const requests = createOwnRequests({ reach, log: silentLog });
  const credentials = createCredentials({
    now: Date.now,
    testByNode: () => Promise.reject(new Error('No node tests credentials here')),
    log: silentLog,
    ...options,
    requests,
    resolver,
    types: createCredentialTypes(load),
    askers,
    signIn,
  });
  return { ...credentials, resolver, askers, close: () => requests.close() };
};
