import type { BinaryData, Json, JsonObject } from '@millrace/contract/data';

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /**
   * Streams are sent piece by piece; a file of the binary store goes from where it lies, and never through the worker. Parts are sent one after another, as
   * in a form with files.
   */
  body?: string | Uint8Array | AsyncIterable<Uint8Array> | { file: BinaryData } | { parts: BodyPart[] };
  /** Type of one of the node's credentials, with which the request is signed on its way out. */
  credential?: string;
  /** Type of one of the node's credentials, with whose certificate the connection proves who calls: see `ClientCertificate`. */
  clientCertificate?: string;
  /**
   * The answer is given when its head is there, and its body comes as it is read. Otherwise it is read to its end first, so that a connection that breaks
   * fails the request and not what reads the answer.
   */
  streamed?: boolean;
  /** Milliseconds for the whole exchange, body included. */
  timeout?: number;
  /** 0 turns redirects off. Default 21. */
  maxRedirects?: number;
  allowUnauthorizedCerts?: boolean;
  /** Address of a proxy. */
  proxy?: string;
  signal?: AbortSignal;
}

/** A text is sent as UTF-8. */
export type BodyPart = string | { file: BinaryData };

export interface HttpHead {
  status: number;
  statusText: string;
  /** Names in lower case; several `set-cookie` lines are a list. */
  headers: Record<string, string | string[]>;
  /** Where it came from at last, after redirects. That of the request if missing. */
  url?: string;
}

/** An answer of any status: what counts as a failure is the node's business. A streamed body can be read once. */
export interface HttpResponse extends HttpHead {
  bytes(): Promise<Uint8Array>;
  /** In the character set that the answer names, else UTF-8. */
  text(): Promise<string>;
  /** Keys named `__proto__` are left out. @throws NodeError where the body is no JSON */
  json<T = Json>(): Promise<T>;
  stream(): AsyncIterable<Uint8Array>;
}

/** A call that reached a webhook, read and parsed by the server. Plain data: it travels to the worker. */
export interface WebhookRequest {
  method: string;
  /** Full address as called. */
  url: string;
  headers: JsonObject;
  params: JsonObject;
  query: JsonObject;
  /** Parsed by content type; text where the type is unknown. */
  body: unknown;
  /** Uploaded files, and the raw body where the webhook asks for it; already stored. */
  binary?: Record<string, BinaryData>;
  /** Of the token that the caller has proved itself by. */
  jwtPayload?: JsonObject;
}

/** What a node answers to the caller of the webhook that started the run. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  /** Text is sent as it is, bytes lie in the binary store. Of a stream the pieces follow: see `startResponse`. */
  body: { kind: 'text'; text: string } | { kind: 'binary'; data: BinaryData } | { kind: 'none' } | { kind: 'stream' };
}

/** An answer that is given while it is made. */
export interface ResponseStream {
  /** Nobody may listen any more: then it does nothing. */
  write(piece: string | Uint8Array): void;
  end(): void;
}
