import type { Socket } from 'node:net';
import { type CredentialUse, NodeError } from '@millrace/engine/node-api';
import { createFrameReader, toFrame } from '../../platform/frames.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { Exchanges } from './exchanges.ts';
import type { Failure, FromOutbound, ToOutbound } from './protocol.ts';
import type { ServingProcess } from './serving-process.ts';
import type { SignableRequest } from './signed-requests.ts';

const failureOf = (error: unknown): Failure => {
  if (error instanceof RequestError) {
    const { code, message, description } = error;
    return { code, message, description };
  }
  if (error instanceof NodeError)
    return { code: 'credentials', message: error.message, description: error.description };
  return { code: 'connectionFailed', message: error instanceof Error ? error.message : String(error) };
};

/** Serves a worker for as long as it is there. */
export const serveWorker = (
  socket: Socket,
  { exchanges, serving }: { exchanges: Exchanges<SignableRequest>; serving: Pick<ServingProcess, 'forNode'> },
): void => {
  let token = '';
  const underWay = new Map<number, { message: Extract<ToOutbound, { type: 'request' }>; abort: AbortController }>();

  const send = (message: FromOutbound, ...bytes: Buffer[]): void => {
    if (!socket.writable) return;
    for (const piece of toFrame(message, ...bytes)) socket.write(piece);
  };

  const questionFor = (asker: number, { node, type }: CredentialUse) => ({ token, asker, node, type });

  const readCredential = async ({ id, asker, use }: Extract<ToOutbound, { type: 'credential' }>): Promise<void> => {
    try {
      send({ type: 'credential', id, data: await serving.forNode(questionFor(asker, use)) });
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    }
  };

  const request = async (message: Extract<ToOutbound, { type: 'request' }>, bytes: Buffer): Promise<void> => {
    const { id, key, hasBody } = message;
    const abort = new AbortController();
    underWay.set(id, { message, abort });
    try {
      const { credential, ...rest } = message.request;
      const signWith = credential && {
        question: questionFor(message.asker, credential),
        reference: `${credential.type} ${credential.id ?? ''} ${credential.name ?? ''}`,
      };
      const what = { ...rest, signWith, body: hasBody ? bytes : undefined };
      const { body, ...response } = await exchanges.request(what, key, abort.signal);
      send({ type: 'answered', id, response }, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    } finally {
      underWay.delete(id);
    }
  };

  socket.on(
    'data',
    createFrameReader<ToOutbound>(({ head, bytes }) => {
      if (head.type === 'introduce') token = head.token;
      else if (head.type === 'request') void request(head, bytes);
      else if (head.type === 'credential') void readCredential(head);
      else if (head.type === 'forget') exchanges.forget(head.executionId, head.before);
      else {
        const aborted = underWay.get(head.id);
        if (aborted?.message.key) exchanges.abort(aborted.message.key);
        aborted?.abort.abort();
      }
    }),
  );
  send({ type: 'ready' });
  socket.on('error', () => {});
  // A worker that is gone wants nothing more for itself; what has a key may be asked for by another.
  socket.on('close', () => {
    for (const { abort } of underWay.values()) abort.abort();
  });
};
