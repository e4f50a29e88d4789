import { isObject, type JsonObject } from '@millrace/contract/data';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { ClientResponse, WholeRequest } from '../platform/http/exchange.ts';
import { evaluateFields, secretsOf, tokenField } from './fields.ts';
import { createMask } from './mask.ts';
import { basicAuthorization } from './signing/fields.ts';
import type { SigningMaterial } from './types.ts';

/** How OAuth2 gives tokens to whom has none of a browser: by a refresh token, or by the client's own name (RFC 6749, sections 4.4 and 6). */

export type RequestToken = (what: WholeRequest) => Promise<ClientResponse>;

/** The service has looked at what it was asked, and gives no token. The message is the reason, for people. */
export class TokenRefusal extends Error {}

const timeout = 30_000;

const formParser = (text: string): JsonObject => Object.fromEntries(new URLSearchParams(text));

const readAnswer = ({ body }: ClientResponse): JsonObject => {
  const text = Buffer.from(body).toString();
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? (parsed as JsonObject) : {};
  } catch {
    return formParser(text);
  }
};

const reasonOf = (answer: JsonObject, status: number): string => {
  const { error, error_description: description } = answer;
  if (typeof error !== 'string') return `The service answered with status ${status} where it gives tokens.`;
  return `The service gave no token: ${error}${typeof description === 'string' ? ` (${description})` : ''}`;
};

const furtherProperties = (text: unknown): JsonObject => {
  if (isObject(text)) return text as JsonObject;
  try {
    const parsed: unknown = JSON.parse(String(text || '{}'));
    return isObject(parsed) ? (parsed as JsonObject) : {};
  } catch {
    throw new TokenRefusal('The additional body properties are not valid JSON.');
  }
};

/** The token data as a token endpoint gives it, with the time of its end. */
export const withEnd = (tokens: JsonObject, now: number): JsonObject => {
  const seconds = Number(tokens.expires_in);
  const { expires_at: _, ...rest } = tokens;
  return tokens.expires_in !== undefined && Number.isFinite(seconds)
    ? { ...rest, expires_at: now + seconds * 1000 }
    : rest;
};

/**
 * A new token for a credential, with what stays of the old one.
 *
 * @throws TokenRefusal; NodeError where the service could not be asked
 */
export const requestToken = (
  material: SigningMaterial,
  request: RequestToken,
  now: () => number,
): Promise<JsonObject> => {
  const fields = evaluateFields(material);
  const grant: Record<string, string> = {};
  if (fields.grantType === 'clientCredentials') {
    grant.grant_type = 'client_credentials';
    if (fields.scope) grant.scope = String(fields.scope);
    if (fields.authentication === 'body' && fields.sendAdditionalBodyProperties === true)
      for (const [name, value] of Object.entries(furtherProperties(fields.additionalBodyProperties)))
        grant[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  } else {
    grant.grant_type = 'refresh_token';
    grant.refresh_token = String(tokensIn(fields).refresh_token);
  }
  return requestTokenBy(material, grant, request, now, 'could not be renewed');
};

const tokensIn = (fields: CredentialData): JsonObject =>
  isObject(fields[tokenField]) ? (fields[tokenField] as JsonObject) : {};

/**
 * As `requestToken`, by any grant.
 *
 * @param failing goes on from "The access of the credentials …"
 * @throws as `requestToken`
 */
export const requestTokenBy = async (
  material: SigningMaterial,
  grant: Readonly<Record<string, string>>,
  request: RequestToken,
  now: () => number,
  failing: string,
): Promise<JsonObject> => {
  const fields = evaluateFields(material);
  const text = (name: string) => String(fields[name] ?? '');
  const form = new URLSearchParams(grant);
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (fields.authentication === 'body' || text('clientSecret') === '') {
    form.set('client_id', text('clientId'));
    if (text('clientSecret') !== '') form.set('client_secret', text('clientSecret'));
  } else headers.authorization = basicAuthorization(text('clientId'), text('clientSecret'));

  const mask = createMask([...secretsOf(fields, material.definition), grant.code ?? '', grant.code_verifier ?? '']);
  const askedAt = now();
  const response = await request({
    method: 'POST',
    url: text('accessTokenUrl'),
    headers,
    body: form.toString(),
    timeout,
    // A redirect would take the secrets elsewhere.
    maxRedirects: 0,
    allowUnauthorizedCerts: fields.ignoreSSLIssues === true,
  }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new NodeError(`The access of the credentials "${material.name}" ${failing}: ${mask.text(error.message)}`, {
      cause: error,
    });
  });
  const answer = readAnswer(response);
  if (typeof answer.access_token === 'string') return withEnd({ ...tokensIn(fields), ...answer }, askedAt);
  const reason = mask.text(reasonOf(answer, response.status));
  // A service that is not well says nothing about the account.
  if (response.status >= 500 || response.status === 429)
    throw new NodeError(`The access of the credentials "${material.name}" ${failing}`, {
      description: reason,
    });
  throw new TokenRefusal(reason);
};
