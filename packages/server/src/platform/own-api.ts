import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * What nodes call must not be the API of their own instance: a workflow would do there whatever the person may do who can reach it from this machine.
 * Addresses do not tell (there are many names and ways to a server, proxies and published ports among them), so such a request says where it comes from:
 * what is sent to a path that may be an API carries a mark that only this instance knows, and this instance refuses what carries it.
 */
export const markHeader = 'x-millrace-instance';

/** @param key of the instance */
export const createMark = (key: Uint8Array): string =>
  createHmac('sha256', key).update('requests of nodes').digest('base64url').slice(0, 22);

/** Whether the path has a part `rest`, in whatever spelling a server may read as one. */
export const mayBeApi = ({ pathname }: URL): boolean => {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // As it is: a server would refuse it too.
  }
  return /(?:^|[/\\])rest(?:[/\\;]|$)/i.test(path);
};

/** @param mark of this instance; undefined where nodes may call its API */
export const isFromOwnNode = (headers: IncomingHttpHeaders, mark: string | undefined): boolean => {
  const given = Buffer.from(String(headers[markHeader] ?? ''));
  const own = Buffer.from(mark ?? '');
  return own.length > 0 && given.length === own.length && timingSafeEqual(given, own);
};
