import { NodeError, type SetupContext } from '@millrace/engine/node-api';
import type { HttpContext } from '../http/exchange.ts';
import { routedExchange } from '../service/routing/exchange.ts';
import type { RoutedOptions, RoutedResponse } from '../service/routing/types.ts';
import { PublicHttpError } from './errors.ts';

/** How packages make requests: today's functions and the older ones, signed or not. */

type Context = HttpContext & Pick<SetupContext, 'credential'>;

export interface PublicRequest extends RoutedOptions {
  uri?: string;
  form?: Record<string, unknown>;
  formData?: Record<string, unknown>;
  auth?: { username?: string; password?: string; user?: string; pass?: string };
  returnFullResponse?: boolean;
  resolveWithFullResponse?: boolean;
  simple?: boolean;
  rejectUnauthorized?: boolean;
  useQuerystring?: boolean;
}

const basic = ({ username, user = '', password, pass = '' }: NonNullable<PublicRequest['auth']>): string =>
  `Basic ${Buffer.from(`${username ?? user}:${password ?? pass}`).toString('base64')}`;

/** The older way to say the same. */
const modern = ({
  uri,
  form,
  formData,
  auth,
  simple,
  rejectUnauthorized,
  ...options
}: PublicRequest): RoutedOptions => {
  const headers = { ...options.headers };
  if (auth) headers.authorization ??= basic(auth);
  const next: RoutedOptions = { ...options, headers };
  if (uri !== undefined) next.url = uri;
  if (form) {
    next.body = form;
    headers['content-type'] = 'application/x-www-form-urlencoded';
  }
  if (formData) {
    const data = new FormData();
    for (const [name, value] of Object.entries(formData)) {
      const { value: content = value, options: about } = (value ?? {}) as {
        value?: unknown;
        options?: { filename?: string; contentType?: string };
      };
      if (content instanceof Uint8Array)
        data.append(
          name,
          new Blob([content as Uint8Array<ArrayBuffer>], { type: about?.contentType }),
          about?.filename,
        );
      else data.append(name, String(content));
    }
    next.body = data;
  }
  if (simple === false) next.ignoreHttpStatusErrors = true;
  if (rejectUnauthorized === false) next.skipSslCertificateValidation = true;
  return next;
};

export interface RequestFunctions {
  httpRequest(options: PublicRequest): Promise<unknown>;
  httpRequestWithAuthentication(credentialType: string, options: PublicRequest): Promise<unknown>;
  request(options: PublicRequest | string): Promise<unknown>;
}

export type AuthenticateRequest = (
  credentialType: string,
) => ((credentials: object, options: object) => Promise<object>) | undefined;

/** @param authenticateBy code with which credentials of a type are put into a request; undefined: the host signs */
export const createRequestFunctions = (
  context: Context,
  authenticateBy: AuthenticateRequest,
  itemIndex = 0,
): RequestFunctions => {
  const send = async (given: PublicRequest, credential: string | undefined): Promise<unknown> => {
    const options = modern(given);
    const answered = await routedExchange(context, { ...options, ignoreHttpStatusErrors: true }, credential, itemIndex);
    const wantsAll = given.returnFullResponse === true || given.resolveWithFullResponse === true;
    if (answered.statusCode >= 400 && options.ignoreHttpStatusErrors !== true) throw refused(answered);
    return wantsAll ? answered : answered.body;
  };
  const signed = async (credentialType: string, options: PublicRequest): Promise<unknown> => {
    const authenticate = authenticateBy(credentialType);
    if (!authenticate) return send(options, credentialType);
    const changed = await authenticate(await context.credential(credentialType), modern(options));
    return send(changed as PublicRequest, undefined);
  };
  return {
    httpRequest: (options) => send(options, undefined),
    httpRequestWithAuthentication: signed,
    request: (options) => {
      const given = typeof options === 'string' ? { url: options } : options;
      // The older function gives text unless JSON is asked for.
      return send(
        given.json === true || given.encoding === null ? given : { ...given, encoding: given.encoding ?? 'text' },
        undefined,
      );
    },
  };
};

const refused = ({ statusCode, statusMessage, body, headers }: RoutedResponse): PublicHttpError => {
  const { message, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const said = [message, error, typeof body === 'string' ? body.slice(0, 200) : undefined].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  return new PublicHttpError(
    new NodeError(said ?? `The service answered with ${statusCode}`, { description: statusMessage }),
    { statusCode, body, headers },
  );
};
