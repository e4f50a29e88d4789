import { createHash } from 'node:crypto';
import type { CallKey, NodeRequest } from '../outbound/protocol.ts';

/**
 * Names for the requests of an execution that are the same when a node run is begun anew: what is asked for, and how often it has been asked for in
 * this node run. Requests of one node run may be made at the same time, so the order of different ones says nothing. Of a credential it counts which one it is.
 */
export interface CallKeys {
  /** A node run begins. @param isRepeatable making its requests again does no harm */
  begin(position: number, isRepeatable: boolean): void;
  /** Undefined: it may be made again. */
  keyOf(request: NodeRequest): CallKey | undefined;
  /** The same of what is written into the instance itself, as text. */
  nameOf(what: string): string | undefined;
  /** Some request had a key. */
  readonly areUsed: boolean;
}

/** Files are told by their ids. A stream is not known before it is read, so those of one node run are told apart by their order. */
const tellBody = (body: NodeRequest['body']): string | Uint8Array => {
  if (body === undefined) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if ('parts' in body) return JSON.stringify(body.parts);
  return 'file' in body ? JSON.stringify(body.file) : 'stream';
};

export const createCallKeys = (executionId: number, waitCount: number): CallKeys => {
  let position = 0;
  let isRepeatable = true;
  let areUsed = false;
  let counts = new Map<string, number>();
  const count = (digest: string): string => {
    const before = counts.get(digest) ?? 0;
    counts.set(digest, before + 1);
    return `${position}:${waitCount}:${digest}:${before}`;
  };
  return {
    get areUsed() {
      return areUsed;
    },
    begin(at, repeatable) {
      position = at;
      isRepeatable = repeatable;
      counts = new Map();
    },
    keyOf({ signal: _, body, ...request }) {
      if (isRepeatable) return undefined;
      areUsed = true;
      const digest = createHash('sha256').update(JSON.stringify(request)).update(tellBody(body)).digest('base64');
      return { executionId, position, name: count(digest) };
    },
    nameOf(what) {
      if (isRepeatable) return undefined;
      return `${executionId}:${count(createHash('sha256').update(what).digest('base64'))}`;
    },
  };
};
