import type { SignedInUser } from '@millrace/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** A password that keeps the rules. */
export const testPassword = 'Millrace1';

/** Someone's browser, as far as the API sees it: it keeps the cookie of its session. */
export const createBrowser = (app: FastifyInstance, options: { remoteAddress?: string; host?: string } = {}) => {
  let cookie: string | undefined;
  const send = async (method: InjectOptions['method'], path: string, payload?: unknown) => {
    const response = await app.inject({
      method,
      url: `/rest${path}`,
      remoteAddress: options.remoteAddress,
      headers: { ...(cookie ? { cookie } : {}), ...(options.host ? { host: options.host } : {}) },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1);
      cookie = pair.endsWith('=') ? undefined : pair;
    }
    return { status: response.statusCode, headers: response.headers, body: response.json(), text: response.body };
  };
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, payload?: unknown) => send('POST', path, payload),
    patch: (path: string, payload?: unknown) => send('PATCH', path, payload),
    delete: (path: string) => send('DELETE', path),
    /** The pair that it sends. */
    cookie: () => cookie,
    useCookie(pair: string | undefined) {
      cookie = pair;
    },
  };
};

export type TestBrowser = ReturnType<typeof createBrowser>;

const owner = { email: 'Olga@example.com', firstName: 'Olga', lastName: 'Owner', password: testPassword };

/** Sets the instance up. @returns the owner's browser */
export const setUpOwner = async (app: FastifyInstance) => {
  const browser = createBrowser(app);
  const { status, body, text } = await browser.post('/owner', owner);
  if (status !== 200) throw new Error(text);
  return { browser, user: body.data as SignedInUser, ...owner };
};

/** Invites someone by a link, who signs up. */
export const addMember = async (app: FastifyInstance, invites: TestBrowser, email: string) => {
  const invited = await invites.post('/users?sendMail=false', [{ email }]);
  const [{ user }] = invited.body.data as [{ user: { id: string } }];
  const { body } = await invites.post(`/users/${user.id}/invite-link`);
  const query = new URL(body.data.link as string).searchParams;
  const browser = createBrowser(app);
  const account = { firstName: 'Mia', lastName: 'Member', password: testPassword, inviterId: query.get('inviterId') };
  const signedUp = await browser.post(`/users/${query.get('inviteeId')}`, account);
  if (signedUp.status !== 200) throw new Error(signedUp.text);
  return { browser, user: signedUp.body.data as SignedInUser, email, inviteeId: query.get('inviteeId')! };
};
