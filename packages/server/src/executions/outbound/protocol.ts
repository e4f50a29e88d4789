import type { HttpHead } from '@millrace/engine/node-api';
import type { HttpPolicy } from '../../platform/http/client.ts';
import type { ClientRequest } from '../../platform/http/exchange.ts';
import type { RequestErrorCode } from '../../platform/http/request-error.ts';

/**
 * What workers and the outbound process say to each other, in frames; the bytes are those of a body. Ids are a worker's own.
 */

/** The same call when a node run is begun anew in another worker; `name` is unique in the execution, `position` that of the node run. */
export interface CallKey {
  executionId: number;
  position: number;
  name: string;
}

export type ToOutbound =
  | {
      type: 'request';
      id: number;
      /** Its outcome is kept until `forget`, and given again to whoever asks with the same key. */
      key?: CallKey;
      request: Omit<ClientRequest, 'body' | 'signal'>;
      hasBody: boolean;
    }
  | { type: 'abort'; id: number }
  /** The node runs before a position are recorded: nothing that they were given will be asked for again. */
  | { type: 'forget'; executionId: number; before: number };

export type FromOutbound =
  /** It serves the worker from now on: a connection alone may be to one that is about to end. */
  | { type: 'ready' }
  | { type: 'answered'; id: number; response: HttpHead }
  | { type: 'failed'; id: number; failure: Failure };

export interface Failure {
  code: RequestErrorCode;
  message: string;
  description?: string;
}

/** How the outbound process is started: a line of JSON in its input. */
export interface OutboundSettings {
  /** Of the socket on which it listens. */
  path: string;
  policy: Pick<HttpPolicy, 'allowPrivateNetworks' | 'markKey'>;
}
