import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { badRequest } from '../platform/errors.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { CallerIdentity } from '../users/access.ts';

/**
 * Pages that workflows have, such as chats and forms, for people who are signed in here. The cookie of a session goes to the API only, so that no page
 * and no workflow ever has it. So the API gives a pass for one page: a cookie for its path, signed for that path and that session, and worth nothing when
 * the session has ended.
 */
export interface PagePasses {
  /**
   * @param page path of the page, with its query, below the instance's address
   * @returns where it is, and the value of Set-Cookie by which it may be seen
   * @throws AppError badRequest for what is no such page
   */
  give(page: string, by: CallerIdentity): { address: string; cookie: string };
  /** Whether whoever sends this cookie may see the page. @param path without a query */
  admits(path: string, cookie: string | undefined): Promise<boolean>;
  /** Path at which a pass for the page is asked for. @param page with its query */
  gate(page: string): string;
}

const cookieName = 'millrace_page';
/** Milliseconds; after them it is asked for anew, which people who are signed in do not notice. */
const lifetime = 8 * 3_600_000;
const tokenPattern = new RegExp(`(?:^|;)\\s*${cookieName}=(\\d{1,15})\\.([\\w-]{1,64})\\.([\\w-]{43})\\s*(?=;|$)`, 'g');

/** Where nobody has to sign in. */
const open = 'open';

export const createPagePasses = (options: {
  sessions: Pick<Sessions, 'lives'>;
  clock: Clock;
  /** Of the instance. */
  key: Buffer;
  /** First parts of the paths of pages. */
  endpoints: readonly string[];
  /** Addresses of the editor and of the pages, each with a slash at its end. */
  urls(): { editor: string; webhook: string };
}): PagePasses => {
  const { sessions, clock, key, endpoints, urls } = options;
  const sign = (path: string, session: string, until: string): string =>
    createHmac('sha256', key).update(`page ${until} ${session} ${path}`).digest('base64url');

  const read = (page: string): URL => {
    const url = page.startsWith('/') ? URL.parse(page, 'http://page') : null;
    const isOurs = url !== null && url.host === 'page' && page === `${url.pathname}${url.search}`;
    if (!isOurs || /[;,]/.test(url.pathname) || !endpoints.some((name) => url.pathname.startsWith(`/${name}/`)))
      throw badRequest('This is not the address of a page of a workflow.');
    return url;
  };

  return {
    give(page, by) {
      const { pathname, search } = read(page);
      const { editor, webhook } = urls();
      if (new URL(editor).origin !== new URL(webhook).origin)
        throw badRequest(
          'People can sign in to pages of workflows only where these have the host and port of the editor.',
        );
      const session = by.kind === 'open' ? open : by.id;
      const until = String(clock.now() + lifetime);
      const place = new URL(webhook);
      const path = `${place.pathname.replace(/\/$/, '')}${pathname}`;
      const secure = place.protocol === 'https:' ? '; Secure' : '';
      return {
        address: `${path}${search}`,
        cookie: `${cookieName}=${until}.${session}.${sign(pathname, session, until)}; Max-Age=${lifetime / 1000}; Path=${path}; HttpOnly; SameSite=Lax${secure}`,
      };
    },

    async admits(path, cookie) {
      for (const [, until = '', session = '', signature = ''] of (cookie ?? '').matchAll(tokenPattern)) {
        const [given, expected] = [Buffer.from(signature), Buffer.from(sign(path, session, until))];
        if (given.length !== expected.length || !timingSafeEqual(given, expected)) continue;
        if (Number(until) <= clock.now()) continue;
        if (session === open || (await sessions.lives(session))) return true;
      }
      return false;
    },

    gate(page) {
      const base = new URL(urls().editor).pathname.replace(/\/$/, '');
      return `${base}/rest/page-pass?page=${encodeURIComponent(page)}`;
    },
  };
};
