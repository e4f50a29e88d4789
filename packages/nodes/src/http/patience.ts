/** Services that say "too many requests" are waited for, within bounds. */
import type { HttpHead } from '@millrace/engine/node-api';
import type { ReadResponse } from './answer.ts';
import type { HttpContext } from './exchange.ts';

export interface Patience {
  /** Statuses after which the same request is made again. Default 429: the service has done nothing. */
  statuses?: readonly number[];
  /** Milliseconds where the answer does not say how long. Default 1000, doubled each time. */
  pause?: number;
  /** A longer pause than this is not waited for. Default 60,000. */
  longest?: number;
  /** Requests in all. Default 5. */
  tries?: number;
  /** Where else than in `Retry-After` a service says how long, in milliseconds; undefined where it does not. */
  read?(response: ReadResponse, now: number): number | undefined;
}

/** Milliseconds to wait by `Retry-After`: seconds or a date. */
const readRetryAfter = ({ headers }: HttpHead, now: number): number | undefined => {
  const text = String(headers['retry-after'] ?? '').trim();
  if (text === '') return undefined;
  const seconds = Number(text);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 0) : undefined;
};

/** Sends until the service has time, its patience ends, or the answer is another. @returns the last answer */
export const sendPatiently = async <T extends { response: ReadResponse }>(
  context: Pick<HttpContext, 'sleep' | 'now'>,
  { statuses = [429], pause = 1000, longest = 60_000, tries = 5, read }: Patience,
  send: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const sent = await send();
    const { response } = sent;
    if (!statuses.includes(response.status) || attempt >= tries) return sent;
    const asked = read?.(response, context.now()) ?? readRetryAfter(response, context.now());
    const isSaid = asked !== undefined;
    // A status that is not only about limits, such as 403, is one where the answer says how long to wait.
    if (!isSaid && response.status !== 429) return sent;
    const wait = isSaid ? asked : pause * 2 ** (attempt - 1);
    if (wait > longest) return sent;
    await context.sleep(wait);
  }
};
