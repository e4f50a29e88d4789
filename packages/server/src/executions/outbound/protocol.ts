import type { BinaryData } from '@millrace/contract';
import type { BodyPart, CredentialUse, HostTarget, HttpHead, HttpRequest } from '@millrace/engine/node-api';
import type { CredentialQuestion } from '../../credentials/access.ts';
import type { Asker, GrantedCredential, NodeCredential } from '../../credentials/types.ts';
import type { BinaryStoreSettings } from '../../platform/binary/index.ts';
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

/** A request as a worker makes it: signed on its way out. */
export interface NodeRequest extends Omit<ClientRequest, 'body'> {
  body?: HttpRequest['body'];
  credential?: CredentialUse;
  clientCertificate?: CredentialUse;
}

/** How a body comes: with the request, piece by piece after it, or from the store of files. */
export type SentBody = 'none' | 'whole' | 'stream' | { file: BinaryData } | { parts: BodyPart[] };

export type ToOutbound =
  /** Who it is: said first. */
  | { type: 'introduce'; token: string }
  | {
      type: 'request';
      id: number;
      asker: Asker;
      /** Its outcome is kept until `forget`, and given again to whoever asks with the same key. */
      key?: CallKey;
      request: Omit<NodeRequest, 'body' | 'signal'>;
      body: SentBody;
      /** The answer is given as it comes. */
      streamed: boolean;
    }
  /** With bytes: a piece of the body of a request. */
  | { type: 'piece'; id: number }
  /** Without an error: that was all of it. */
  | { type: 'bodyEnd'; id: number; error?: string }
  /** So many bytes of the answer were read. */
  | { type: 'taken'; id: number; bytes: number }
  /** What node code may read of a credential. */
  | { type: 'credential'; id: number; asker: Asker; use: CredentialUse }
  /** Where a client of another protocol than HTTP connects to a host. */
  | { type: 'reach'; id: number; asker: Asker; target: HostTarget }
  | { type: 'abort'; id: number }
  /** The node runs before a position are recorded: nothing that they were given will be asked for again. */
  | { type: 'forget'; executionId: number; before: number };

export type FromOutbound =
  /** It serves the worker from now on: a connection alone may be to one that is about to end. */
  | { type: 'ready' }
  | { type: 'answered'; id: number; response: HttpHead }
  /** Of one whose answer is streamed: pieces follow, and `end` or `failed`. */
  | { type: 'head'; id: number; response: HttpHead }
  | { type: 'piece'; id: number }
  | { type: 'end'; id: number }
  /** So many bytes of the request's body were sent on. */
  | { type: 'taken'; id: number; bytes: number }
  | ({ type: 'credential'; id: number } & NodeCredential)
  | { type: 'reached'; id: number; address: string }
  | { type: 'failed'; id: number; failure: Failure };

export interface Failure {
  code: RequestErrorCode;
  message: string;
  description?: string;
}

/** Where a process reaches the outbound process, and how it shows there who it is. */
export interface OutboundAddress {
  path: string;
  token: string;
}

/** What the outbound process asks the serving process, as lines of JSON: it alone knows who may use what. */
export type Question =
  /** `known`: what it has of the credential that was meant the last time. */
  | { kind: 'forSigning'; question: CredentialQuestion; known?: { id: string; revision: number } }
  | { kind: 'afterRefusal'; granted: GrantedCredential }
  | { kind: 'forNode'; question: CredentialQuestion };

export interface QuestionAnswers {
  /** Without material: what is known is current. */
  forSigning: Omit<GrantedCredential, 'material'> & { material?: GrantedCredential['material'] };
  afterRefusal: GrantedCredential['material'];
  forNode: NodeCredential;
}

export type FromOutboundToServing = { type: 'ready' } | ({ type: 'question'; id: number } & Question);

export type FromServingToOutbound = { id: number } & (
  | { answer: QuestionAnswers[Question['kind']] }
  | { failure: Failure }
);

/** How the outbound process is started: the first line of JSON in its input. */
export interface OutboundSettings {
  /** Of the socket on which it listens. */
  path: string;
  policy: Pick<HttpPolicy, 'allowPrivateNetworks' | 'markKey' | 'proxy'>;
  /** Where files lie that requests send. */
  binary: BinaryStoreSettings;
}
