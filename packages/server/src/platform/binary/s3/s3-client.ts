/**
 * Signed requests to one bucket. What passes (no answer, too many requests, a failing server) is tried again; redirects are never
 * followed, since they would carry bytes to a place that the operator has not named.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { type BinaryStorageError, isPassingStorageFailure } from '../failure.ts';
import { explainRefusal, explainTransport, type S3Refusal } from './s3-failure.ts';
import { addressOf, type S3Settings } from './s3-settings.ts';
import { readElement } from './s3-xml.ts';

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export interface S3Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read or destroyed. */
  body: Readable;
}

export interface S3Client {
  /** Undefined if there is no such key. @throws BinaryStorageError */
  call(call: S3Call): Promise<S3Answer | undefined>;
  /** As `call`, with the whole body as text; a missing key is a failure. */
  text(call: S3Call): Promise<string>;
  close(): Promise<void>;
}

const attempts = 4;
const timeouts = { connect: 5_000, headers: 60_000, body: 60_000 };
const errorTextBytes = 64 * 1024;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const readText = async (body: AsyncIterable<Uint8Array>, limit = Number.POSITIVE_INFINITY): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).toString('utf8');
};

const refusalOf = (status: number, text: string): S3Refusal => ({
  status,
  code: readElement(text, 'Code') ?? '',
  message: readElement(text, 'Message') ?? '',
});

const isMissingKey = ({ status, code }: S3Refusal): boolean =>
  status === 404 && (code === '' || code === 'NoSuchKey' || code === 'NotFound');

export const createS3Client = (settings: S3Settings): S3Client => {
  const { region, accessKey, secretKey, retryDelay = 200 } = settings;
  const agent = new Agent({
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
  });
  const keys = new Map<string, ArrayBuffer>();
  const noBody = new Uint8Array(0);

  /** Signed anew for each attempt: a signature holds for some minutes only. */
  const sign = ({ method, key, query, headers, body = noBody }: S3Call) => {
    const url = addressOf(settings, key);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
      service: 's3',
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      cache: keys,
    }).sign();
  };

  const send = async (call: S3Call): Promise<Dispatcher.ResponseData> => {
    const { url, headers } = await sign(call);
    return request(url, {
      method: call.method,
      headers: Object.fromEntries(headers),
      body: call.body ?? null,
      dispatcher: agent,
    });
  };

  const tryOnce = async (call: S3Call): Promise<S3Answer | undefined> => {
    const { statusCode: status, headers, body } = await send(call);
    if (isSuccess(status)) return { status, headers, body };
    const refusal = refusalOf(status, await readText(body, errorTextBytes));
    if (isMissingKey(refusal)) return undefined;
    throw explainRefusal(refusal);
  };

  /** Tries again, each time after twice the time and up to half of it more, so that many callers spread. */
  const retrying = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      let failure: BinaryStorageError;
      try {
        return await work();
      } catch (error) {
        failure = explainTransport(error);
      }
      if (attempt === attempts || failure.reason === 'full' || !isPassingStorageFailure(failure)) throw failure;
      await delay(retryDelay * 2 ** (attempt - 1) * (1 + Math.random() / 2));
    }
  };

  return {
    call: (call) => retrying(() => tryOnce(call)),

    text: (call) =>
      retrying(async () => {
        const answer = await tryOnce(call);
        if (!answer) throw explainRefusal({ status: 404, code: 'NoSuchKey', message: call.key });
        const text = await readText(answer.body as AsyncIterable<Uint8Array>);
        // Some operations begin their answer before they know how they end.
        if (/^(?:<\?xml[^>]*\?>)?\s*<Error>/.test(text)) throw explainRefusal(refusalOf(500, text));
        return text;
      }),

    close: () => agent.close(),
  };
};
