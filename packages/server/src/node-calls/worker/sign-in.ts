import { type CredentialDefinition, NodeError, type SignInContext } from '@millrace/engine/node-api';
import type { LibraryPlace } from '@millrace/nodes';
import type { Hosts } from '../../executions/worker/host.ts';
import { requestsOf } from '../../executions/worker/node-requests.ts';
import type { OutboundClient } from '../../executions/worker/outbound-client.ts';
import type { ToCalls } from '../protocol.ts';
import { type Call, keyOf } from './call.ts';
import { ownFilesOf } from './stored-files.ts';

/**
 * The definition of a credential type, with what it takes over from others.
 *
 * @param libraries where there are types besides the bundled ones
 */
export type LoadCredentialType = (
  name: string,
  libraries?: readonly LibraryPlace[],
) => Promise<CredentialDefinition | undefined>;

/** Fetches what a credential signs with. @throws NodeError, and whatever the type's code throws */
export const signIn = async (
  call: Call,
  { credentialType, credential }: Extract<ToCalls, { type: 'signIn' }>,
  options: {
    loadCredentialType(name: string): Promise<CredentialDefinition | undefined>;
    hosts: Hosts;
    outbound: Pick<OutboundClient, 'request' | 'streamed' | 'reach'>;
  },
): Promise<{ data: unknown; endsAt?: number }> => {
  const definition = await options.loadCredentialType(credentialType);
  call.stop.signal.throwIfAborted();
  if (!definition?.signIn) throw new NodeError(`The credential type ${credentialType} has no sign-in`);
  const requests = requestsOf(options.outbound, call.keys, keyOf(call.id));
  const { now, http } = options.hosts.of(call.executionId, requests, () => {}, ownFilesOf(call.executionId));
  const { signal } = call.stop;
  const context: SignInContext = {
    now,
    signal,
    http: ({ signal: own, ...what }) => http({ ...what, signal: own ? AbortSignal.any([own, signal]) : signal }),
  };
  const given = await definition.signIn.run(context, credential);
  const { data, endsAt } = given ?? {};
  if (typeof data !== 'object' || data === null || (endsAt !== undefined && typeof endsAt !== 'number'))
    throw new NodeError(`The sign-in of ${definition.displayName} gave a wrong answer`);
  return { data, ...(endsAt !== undefined && { endsAt }) };
};
