import { type CredentialDefinition, NodeError, type SignInContext } from '@millrace/engine/node-api';
import type { Hosts } from '../../executions/worker/host.ts';
import type { OutboundClient } from '../../executions/worker/outbound-client.ts';
import type { ToCalls } from '../protocol.ts';
import type { Call } from './call.ts';

/** Definitions of the named credential types; unknown names are passed over. */
export type LoadCredentialTypes = (names: Iterable<string>) => Promise<CredentialDefinition[]>;

/** Fetches what a credential signs with. @throws NodeError, and whatever the type's code throws */
export const signIn = async (
  call: Call,
  { credentialType, credential }: Extract<ToCalls, { type: 'signIn' }>,
  options: { loadCredentialTypes: LoadCredentialTypes; hosts: Hosts; outbound: Pick<OutboundClient, 'request'> },
): Promise<{ data: unknown; endsAt?: number }> => {
  const [definition] = await options.loadCredentialTypes([credentialType]);
  if (!definition?.signIn) throw new NodeError(`The credential type ${credentialType} has no sign-in`);
  const request: Parameters<Hosts['of']>[1] = (what) => options.outbound.request(what, call.keys.keyOf(what));
  const { now, http } = options.hosts.of(call.executionId, request, () => {});
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
