import { type HttpHead, type HttpRequest, NodeError } from '@millrace/engine/node-api';

const secretName =
  /auth|cookie|token|secret|api-?_?key|access-?_?key|session|signature|passw|credential|^key$|^sig$|^code$/i;
const mask = '***';
/** Characters. */
export const longestDescription = 1000;
/** Of an error page, characters that are looked at. */
const longestPage = 20_000;

/** Everything in a request that may prove who the sender is. */
const secretsOf = (request: HttpRequest): string[] => {
  const url = URL.parse(request.url);
  const named = [...Object.entries(request.headers ?? {}), ...(url?.searchParams ?? [])];
  const values = named.filter(([name]) => secretName.test(name)).map(([, value]) => value);
  const bare = values.map((value) => value.replace(/^(?:basic|bearer|token|digest)\s+/i, ''));
  return [...values, ...bare, url?.password ?? ''].filter((value) => value.length >= 4);
};

/** Text in which the secrets of the request no longer stand, also where a service sends them back. */
export const maskSecrets = (text: string, request: HttpRequest): string =>
  secretsOf(request).reduce(
    (masked, secret) => masked.replaceAll(secret, mask).replaceAll(encodeURIComponent(secret), mask),
    text,
  );

/** The request as an error may show it: no user info, no secret values. */
export const describeRequest = (request: HttpRequest): { method: string; url: string } => {
  const url = URL.parse(request.url);
  if (!url) return { method: request.method, url: '' };
  url.username = '';
  url.password = '';
  return { method: request.method, url: maskSecrets(url.href, request) };
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Services say what went wrong in one of a few customary places. */
const findMessage = (body: unknown, depth = 0): string | undefined => {
  if (typeof body !== 'object' || body === null || depth > 3) return depth > 0 ? textOf(body) : undefined;
  if (Array.isArray(body)) return findMessage(body[0], depth + 1);
  for (const key of ['message', 'error_description', 'detail', 'error', 'errors', 'reason', 'description', 'title']) {
    const found = Object.hasOwn(body, key) ? findMessage((body as Record<string, unknown>)[key], depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** What an error's body says, as text. */
export const describeBody = (text: string): string => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text
      .slice(0, longestPage)
      .replace(/<(script|style)\b.*?<\/\1>/gis, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return findMessage(parsed) ?? text;
};

/** What a service answered, as it is: data where it is JSON, without what is secret. Undefined where it says no more than its message. */
export const answerOf = (text: string, request: HttpRequest): unknown => {
  const shown = maskSecrets(text.slice(0, longestPage), request).trim();
  let body: unknown = shown;
  try {
    body = JSON.parse(shown);
  } catch {
    // It is shown as the text that it is.
  }
  return body === describeBody(shown).trim() ? undefined : body;
};

/** What an answer with status 400 or more becomes. */
export const failedAnswer = (
  request: HttpRequest,
  response: HttpHead,
  bodyText: string,
  itemIndex: number,
): NodeError => {
  const described = maskSecrets(describeBody(bodyText), request);
  const status = `${response.status} ${response.statusText}`.trim();
  return new NodeError(`The service answered with ${status}`, {
    description: described.slice(0, longestDescription) || undefined,
    httpCode: String(response.status),
    itemIndex,
    cause: answerOf(bodyText, request),
    context: { request: describeRequest(request) },
  });
};

/** A request that got no answer, with the item that it was for. The host's own words are kept. */
export const failedExchange = (request: HttpRequest, error: unknown, itemIndex: number): unknown => {
  if (!(error instanceof NodeError)) return error;
  return new NodeError(maskSecrets(error.message, request), {
    description: error.description && maskSecrets(error.description, request),
    httpCode: error.httpCode,
    itemIndex,
    context: { ...error.context, request: describeRequest(request) },
  });
};
