import type { Socket } from 'node:net';
import { type CredentialUse, NodeError } from '@millrace/engine/node-api';
import type { BinaryStore } from '../../platform/binary/index.ts';
import { type ByteReceiver, type ByteSender, createByteSender } from '../../platform/byte-streams.ts';
import { createFrameReader, type Frame, toBuffer, toFrame } from '../../platform/frames.ts';
import type { HttpClient } from '../../platform/http/client.ts';
import { toHostUrl } from '../../platform/http/reach.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { Exchanges } from './exchanges.ts';
import type { Failure, FromOutbound, ToOutbound } from './protocol.ts';
import { openBody } from './request-body.ts';
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

/** What a worker calls a credential. */
const referenceOf = ({ type, id, name }: CredentialUse): string => `${type} ${id ?? ''} ${name ?? ''}`;

type RequestMessage = Extract<ToOutbound, { type: 'request' }>;

/** A request of a worker that is under way. */
interface UnderWay {
  message: RequestMessage;
  abort: AbortController;
  isGivenUp: boolean;
  /** Takes its body, where that comes piece by piece. */
  body?: ByteReceiver;
  /** Gives its answer piece by piece. */
  answer?: ByteSender;
}

/** Serves a worker for as long as it is there. */
export const serveWorker = (
  socket: Socket,
  options: {
    exchanges: Exchanges<SignableRequest>;
    serving: Pick<ServingProcess, 'forNode' | 'forSigning'>;
    reach: HttpClient['reach'];
    /** Where files lie that requests send. */
    store: () => Promise<BinaryStore>;
  },
): void => {
  const { exchanges, serving, reach, store } = options;
  let token = '';
  const underWay = new Map<number, UnderWay>();

  const send = (message: FromOutbound, ...bytes: Buffer[]): void => {
    if (!socket.writable) return;
    for (const piece of toFrame(message, ...bytes)) socket.write(piece);
  };

  const questionFor = (asker: number, { node, type }: CredentialUse) => ({ token, asker, node, type });

  const readCredential = async ({ id, asker, use }: Extract<ToOutbound, { type: 'credential' }>): Promise<void> => {
    try {
      send({ type: 'credential', id, ...(await serving.forNode(questionFor(asker, use))) });
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    }
  };

  const reachTarget = async ({ id, asker, target }: Extract<ToOutbound, { type: 'reach' }>): Promise<void> => {
    try {
      const { host, port, credential } = target;
      if (credential) {
        const { material } = await serving.forSigning(questionFor(asker, credential), referenceOf(credential));
        const { assertAllowedFor } = await import('../../credentials/signing/allowed-hosts.ts');
        assertAllowedFor(toHostUrl(host, port), material);
      }
      send({ type: 'reached', id, address: await reach(host, port) });
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    }
  };

  const toRequest = async (one: UnderWay, bytes: Buffer): Promise<SignableRequest> => {
    const { id, asker, request, body } = one.message;
    const { credential, clientCertificate, ...rest } = request;
    const grantOf = (use: CredentialUse | undefined) =>
      use && { question: questionFor(asker, use), reference: referenceOf(use) };
    const opened = openBody(body, bytes, {
      store,
      onTaken: (taken) => send({ type: 'taken', id, bytes: taken }),
      onPieces: (receiver) => {
        one.body = receiver;
      },
    });
    return { ...rest, signWith: grantOf(credential), certifyWith: grantOf(clientCertificate), body: await opened };
  };

  const giveStreamed = async (one: UnderWay, what: SignableRequest): Promise<void> => {
    const { id, key } = one.message;
    const { body, ...response } = await exchanges.streamed(what, key, one.abort.signal);
    one.abort.signal.throwIfAborted();
    one.answer = createByteSender((piece) => send({ type: 'piece', id }, toBuffer(piece)));
    send({ type: 'head', id, response });
    await one.answer.send(body);
    send({ type: 'end', id });
  };

  const request = async (message: RequestMessage, bytes: Buffer): Promise<void> => {
    const { id, key } = message;
    const one: UnderWay = { message, abort: new AbortController(), isGivenUp: false };
    underWay.set(id, one);
    try {
      const what = await toRequest(one, bytes);
      // Given up before it was made. Where its worker is gone instead, another may ask for one with a key.
      if (one.isGivenUp) throw new Error('The request was given up');
      if (message.streamed) return await giveStreamed(one, what);
      const { body, ...response } = await exchanges.request(what, key, one.abort.signal);
      send({ type: 'answered', id, response }, toBuffer(body));
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    } finally {
      underWay.delete(id);
    }
  };

  const receive = ({ head, bytes }: Frame<ToOutbound>): void => {
    switch (head.type) {
      case 'introduce':
        token = head.token;
        break;
      case 'request':
        void request(head, bytes);
        break;
      case 'credential':
        void readCredential(head);
        break;
      case 'reach':
        void reachTarget(head);
        break;
      case 'forget':
        exchanges.forget(head.executionId, head.before);
        break;
      case 'piece':
        underWay.get(head.id)?.body?.push(bytes);
        break;
      case 'bodyEnd': {
        const body = underWay.get(head.id)?.body;
        if (head.error === undefined) body?.end();
        else body?.fail(new Error(head.error));
        break;
      }
      case 'taken':
        underWay.get(head.id)?.answer?.taken(head.bytes);
        break;
      case 'abort': {
        const aborted = underWay.get(head.id);
        if (aborted) aborted.isGivenUp = true;
        if (aborted?.message.key) exchanges.abort(aborted.message.key);
        aborted?.answer?.stop(new Error('Nobody reads the answer'));
        aborted?.abort.abort();
      }
    }
  };

  socket.on('data', createFrameReader<ToOutbound>(receive));
  send({ type: 'ready' });
  socket.on('error', () => {});
  // A worker that is gone wants nothing more for itself; what has a key may be asked for by another. Half a body is no request.
  socket.on('close', () => {
    for (const { abort, answer, body } of underWay.values()) {
      body?.fail(new Error('The worker that sent the body is gone'));
      answer?.stop(new Error('Nobody reads the answer'));
      abort.abort();
    }
  });
};
