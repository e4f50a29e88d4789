import type { Config } from '../config.ts';
import { basePathOf } from '../platform/base-path.ts';

/** Its name begins as those do that workflows neither see nor set. */
const cookieName = 'millrace_session';

const tokenPattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{20,100})\\s*(?:;|$)`);

/** @param header value of the Cookie header */
export const sessionTokenOf = (header: string | undefined): string | undefined => tokenPattern.exec(header ?? '')?.[1];

/** Values of Set-Cookie. Browsers send the cookie to the API only: no page, script, webhook or form of this address needs it. */
export const createCookies = (config: Pick<Config, 'baseUrl'>) => {
  const place = `Path=${basePathOf(config)}/rest; HttpOnly; SameSite=Lax${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    /** @param lifetime in milliseconds */
    set: (token: string, lifetime: number): string =>
      `${cookieName}=${token}; Max-Age=${Math.floor(lifetime / 1000)}; ${place}`,
    clear: `${cookieName}=; Max-Age=0; ${place}`,
  };
};
