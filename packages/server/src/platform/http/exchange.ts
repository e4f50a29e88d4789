import type { HttpHead, HttpRequest } from '@millrace/engine/node-api';

/** A body that is sent piece by piece. */
export interface BodySource {
  /** From its beginning. */
  open(): AsyncIterable<Uint8Array>;
  /** Bytes, where they are known. */
  size?: number;
  /** It can be opened more than once: where an answer asks for the request once more. */
  isRepeatable: boolean;
}

export type ClientBody = string | Uint8Array | BodySource;

export const isBodySource = (body: ClientBody | undefined): body is BodySource =>
  typeof body === 'object' && !(body instanceof Uint8Array);

/** A request whose body, if it has one, is there as a whole. */
export interface WholeRequest extends Omit<ClientRequest, 'body'> {
  body?: string | Uint8Array;
}

/** PEM texts. Empty ones are left out. */
export interface ClientCertificate {
  cert?: string;
  key?: string;
  passphrase?: string;
  /** What the server's certificate is verified by, in place of what the system trusts. */
  ca?: string;
}

/** A request to be made. */
export interface ClientRequest extends Omit<HttpRequest, 'body' | 'credential' | 'clientCertificate' | 'streamed'> {
  body?: ClientBody;
  /** Shown to the server that is called first, and to no other. */
  certificate?: ClientCertificate;
}

/** An answer of any status, read to its end. */
export interface ClientResponse extends HttpHead {
  body: Uint8Array;
}

/** An answer whose body is read as it comes; it is to be read, or left, once. */
export interface StreamedResponse extends HttpHead {
  body: AsyncIterable<Uint8Array>;
}
