import type { HttpHead } from '@millrace/engine/node-api';
import type { Hop } from './redirects.ts';

/** Puts proof of who the sender is into the requests of one exchange. It is asked for each that goes where the first went, and for no other. */
export interface Signer {
  /** The request as it is sent; the given one is left as it is. @throws NodeError where it may not be signed */
  sign(hop: Hop): Promise<Hop>;
  /** Whether the request is to be signed anew and sent once more. */
  isRefused(answer: Pick<HttpHead, 'status' | 'headers'>): Promise<boolean>;
}
