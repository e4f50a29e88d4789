import type { HostTarget } from '@millrace/engine/node-api';
import type { Asker } from '../../credentials/types.ts';
import type { ClientResponse, StreamedResponse } from '../../platform/http/exchange.ts';
import type { NodeRequest } from '../outbound/protocol.ts';
import type { CallKeys } from './call-keys.ts';
import type { OutboundClient } from './outbound-client.ts';

/** How the requests of a node are made. */
export interface NodeRequests {
  request(what: NodeRequest): Promise<ClientResponse>;
  streamed(what: NodeRequest): Promise<StreamedResponse>;
  reach(target: HostTarget): Promise<string>;
}

/** By the outbound process, for an execution or a call. */
export const requestsOf = (
  outbound: Pick<OutboundClient, 'request' | 'streamed' | 'reach'>,
  keys: Pick<CallKeys, 'keyOf'>,
  asker: Asker,
): NodeRequests => ({
  request: (what) => outbound.request(what, keys.keyOf(what), asker),
  streamed: (what) => outbound.streamed(what, keys.keyOf(what), asker),
  reach: (target) => outbound.reach(target, asker),
});
