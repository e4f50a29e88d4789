import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * What nodes call must not be the API of their own instance: a workflow would do there whatever the person may do who can reach it from this machine.
 * Neither addresses nor paths tell: there are many names and ways to a server, published ports and proxies that rename paths among them. So each
 * request of a node carries a mark that this instance alone can make and know again, and its API refuses what carries one. Every mark is another, so
 * it tells the servers that are called nothing.
 */
export const markHeader = 'x-millrace-request';

const nonceBytes = 12;
/** 132 bits. */
const signatureLength = 22;

/** What marks of an instance are made with. @param key of the instance */
export const createMarkKey = (key: Uint8Array): string =>
  createHmac('sha256', key).update('requests of nodes').digest('base64url');

const signatureOf = (nonce: string, markKey: string): string =>
  createHmac('sha256', markKey).update(nonce).digest('base64url').slice(0, signatureLength);

export const createMark = (markKey: string): string => {
  const nonce = randomBytes(nonceBytes).toString('base64url');
  return `${nonce}.${signatureOf(nonce, markKey)}`;
};

/** @param markKey of this instance; undefined where nodes may call its API */
export const isFromOwnNode = (headers: IncomingHttpHeaders, markKey: string | undefined): boolean => {
  const mark = headers[markHeader];
  if (typeof mark !== 'string' || markKey === undefined) return false;
  const [nonce = '', signature = ''] = mark.split('.');
  const given = Buffer.from(signature);
  const own = Buffer.from(signatureOf(nonce, markKey));
  return given.length === own.length && timingSafeEqual(given, own);
};
