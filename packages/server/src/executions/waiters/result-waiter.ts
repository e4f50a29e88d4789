import type { WebhookResponse } from '@millrace/engine/node-api';
import { createByteReceiver } from '../../platform/byte-streams.ts';
import type { EndedExecution, RetriedExecution } from '../types.ts';
import type { ResponsePiece } from '../workers/protocol.ts';

/** What someone in this process waits for. The promises never reject. */
export interface ResultWaiter extends RetriedExecution {
  /** Of a response that is a stream, as they come; it can be read once. @throws Error where it breaks off */
  pieces(): AsyncIterable<Uint8Array>;
}

const never = new Promise<never>(() => {});

/** Of an execution for which no one waits: nothing is heard of it. */
export const noResult = (executionId: number): ResultWaiter => ({
  executionId,
  response: never,
  async *pieces() {},
  ended: never,
  suspended: never,
});

/** Bytes of a streamed answer that are kept for whoever reads slowly. */
const mostUnread = 16 * 1024 * 1024;

interface ResponseStream {
  readonly stream: AsyncIterable<Uint8Array>;
  /** @param place how many were sent before it: where some were lost on the way the answer breaks off */
  take(piece: ResponsePiece, place?: number): void;
  /** There will be no more pieces. */
  breakOff(): void;
}

const createResponseStream = (): ResponseStream => {
  let unread = 0;
  let taken = 0;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  const { stream, push, end, fail } = createByteReceiver((bytes) => {
    unread -= bytes;
  }, over);
  const breakOff = () => {
    over();
    fail(new Error('The execution has ended before its answer'));
  };
  return {
    stream,
    take(piece, place = taken) {
      if (isOver) return;
      const isBroken = place !== taken++ || ('end' in piece && piece.end === 'broken');
      if (isBroken) return breakOff();
      if ('end' in piece) {
        over();
        end();
        return;
      }
      const bytes = 'text' in piece ? Buffer.from(piece.text) : Buffer.from(piece.bytes, 'base64');
      unread += bytes.length;
      if (unread <= mostUnread) push(bytes);
      else {
        over();
        fail(new Error('Whoever is answered reads too slowly'));
      }
    },
    breakOff,
  };
};

/** Is resolved once, and becomes a promise only where someone asks for one. */
class LazyPromise<T> {
  #isResolved = false;
  #value: T | undefined;
  #asked: PromiseWithResolvers<T> | undefined;

  resolve(value: T): void {
    if (this.#isResolved) return;
    this.#isResolved = true;
    this.#value = value;
    this.#asked?.resolve(value);
  }

  get promise(): Promise<T> {
    if (this.#asked) return this.#asked.promise;
    if (this.#isResolved) return Promise.resolve(this.#value as T);
    this.#asked = Promise.withResolvers();
    return this.#asked.promise;
  }
}

/** A class, since there is one for each call that is answered, and most ask it for one thing. */
export class Waiter implements ResultWaiter {
  readonly executionId: number;
  readonly untilSuspended: boolean;
  readonly #response = new LazyPromise<WebhookResponse | undefined>();
  readonly #ended = new LazyPromise<EndedExecution>();
  readonly #suspended = new LazyPromise<void>();
  #hasStream = false;
  #stream: ResponseStream | undefined;

  constructor(executionId: number, untilSuspended: boolean) {
    this.executionId = executionId;
    this.untilSuspended = untilSuspended;
  }

  get response() {
    return this.#response.promise;
  }

  get ended() {
    return this.#ended.promise;
  }

  get suspended() {
    return this.#suspended.promise;
  }

  pieces(): AsyncIterable<Uint8Array> {
    return this.#streamed().stream;
  }

  respond(given: WebhookResponse | undefined): void {
    const isStream = given?.body.kind === 'stream';
    // It has begun anew, elsewhere: nothing tells which pieces of the first answer were read.
    if (this.#hasStream && isStream) this.#stream?.breakOff();
    this.#hasStream ||= isStream;
    this.#response.resolve(given);
  }

  take(piece: ResponsePiece, place?: number): void {
    this.#streamed().take(piece, place);
  }

  end(ended: EndedExecution): void {
    this.respond(undefined);
    this.#stream?.breakOff();
    this.#ended.resolve(ended);
  }

  suspend(): void {
    this.#suspended.resolve();
  }

  #streamed(): ResponseStream {
    this.#stream ??= createResponseStream();
    return this.#stream;
  }
}
