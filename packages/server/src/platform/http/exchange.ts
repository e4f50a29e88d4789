import type { HttpHead, HttpRequest } from '@millrace/engine/node-api';

/** A request whose body is there as a whole. */
export interface ClientRequest extends Omit<HttpRequest, 'body' | 'credential' | 'streamed'> {
  body?: string | Uint8Array;
}

/** An answer of any status. */
export interface ClientResponse extends HttpHead {
  body: Uint8Array;
}
