import type { BinaryData, JsonObject } from '@millrace/contract/data';

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for the whole exchange, body included. */
  timeout?: number;
  /** 0 turns redirects off. Default 21. */
  maxRedirects?: number;
  allowUnauthorizedCerts?: boolean;
  /** Address of a proxy. */
  proxy?: string;
  signal?: AbortSignal;
}

/** An answer of any status: what counts as a failure is the node's business. */
export interface HttpResponse {
  status: number;
  statusText: string;
  /** Names in lower case; several `set-cookie` lines are a list. */
  headers: Record<string, string | string[]>;
  body: Uint8Array;
  /** Where it came from at last, after redirects. That of the request if missing. */
  url?: string;
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
}

/** What a node answers to the caller of the webhook that started the run. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  /** Text is sent as it is, bytes lie in the binary store. */
  body: { kind: 'text'; text: string } | { kind: 'binary'; data: BinaryData } | { kind: 'none' };
}
