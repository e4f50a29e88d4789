import { isObject, type Json } from '@millrace/contract/data';
import {
  type CredentialData,
  type CredentialTest,
  type CredentialTestResult,
  NodeError,
} from '@millrace/engine/node-api';
import type { ClientResponse, WholeRequest } from '../platform/http/exchange.ts';
import { evaluateFields, evaluateText, secretsOf } from './fields.ts';
import { createMask } from './mask.ts';
import type { TestedCredentials } from './tested.ts';
import type {
  Asker,
  CredentialType,
  CredentialTypes,
  CredentialUser,
  ResolvedCredential,
  SigningMaterial,
} from './types.ts';

export type TestCredential = (
  credential: Pick<ResolvedCredential, 'type' | 'name' | 'data' | 'allowedHosts'>,
  user: CredentialUser,
) => Promise<CredentialTestResult>;

/** Asks the method of a node that tests such credentials. */
export type TestByNode = (
  test: NonNullable<CredentialType['testedBy']>,
  credential: CredentialData,
  user: CredentialUser,
) => Promise<CredentialTestResult>;

/** Milliseconds that people wait for a test, with whatever it has to fetch first. */
const timeout = 10_000;

const unanswered: CredentialTestResult = {
  status: 'Error',
  message: `The service did not answer within ${timeout / 1000} seconds.`,
};

const fieldOf = (body: Uint8Array, path: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
  for (const key of path.split('.')) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
};

const judge = (response: ClientResponse, rules: CredentialTest['rules'] = []): CredentialTestResult => {
  const broken = rules.find((rule) =>
    rule.type === 'status'
      ? response.status === rule.status
      : JSON.stringify(fieldOf(response.body, rule.field)) === JSON.stringify(rule.value),
  );
  if (broken) return { status: 'Error', message: broken.message };
  if (response.status >= 200 && response.status < 300)
    return { status: 'OK', message: 'Connection tested successfully' };
  return {
    status: 'Error',
    message: `The service answered with ${`${response.status} ${response.statusText}`.trim()}`,
  };
};

/** The request of a test, with what its texts say of the credential. */
const requestOf = ({ request }: CredentialTest, material: SigningMaterial): WholeRequest => {
  const fields = evaluateFields(material);
  const evaluate = (value: unknown): unknown => {
    if (typeof value === 'string') return evaluateText(value, fields, material);
    if (Array.isArray(value)) return value.map(evaluate);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, evaluate(inner)]))
      : value;
  };
  const text = (value: string) => String(evaluate(value) ?? '');
  const url = text(request.url);
  const query = Object.entries(request.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`,
  );
  const headers = Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name, text(value)]));
  const body = request.body === undefined ? undefined : (evaluate(request.body) as Json);
  return {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    url: query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeout,
    allowUnauthorizedCerts: fields.ignoreSSLIssues === true,
  };
};

/** What comes of it later is nobody's any more. */
const inTime = async (work: Promise<CredentialTestResult>): Promise<CredentialTestResult> => {
  const late = Promise.withResolvers<CredentialTestResult>();
  const timer = setTimeout(() => late.resolve(unanswered), timeout);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Tells whether a credential works, stored or not: by a method of a node, or by the request that its type names. Whatever is wrong with it is a
 * result, in words without its secrets.
 */
export const createCredentialTest = (options: {
  types: CredentialTypes;
  tested: TestedCredentials;
  /** Makes a request that is signed. */
  request(what: WholeRequest, credentialType: string, asker: Asker): Promise<ClientResponse>;
  byNode: TestByNode;
}): TestCredential => {
  const { types, tested, request, byNode } = options;
  return async (credential, user) => {
    const definition = await types(credential.type);
    if (!definition) return { status: 'Error', message: `Credentials of the type "${credential.type}" are not known` };
    const material: SigningMaterial = { ...credential, id: '', revision: 0, definition };
    try {
      const { test, testedBy } = definition;
      if (testedBy) {
        const fields = evaluateFields(material);
        const { status, message } = await byNode(testedBy, fields, user);
        return { status, message: createMask(secretsOf(fields, definition)).text(message) };
      }
      if (!test)
        return { status: 'Error', message: `Credentials of the type "${definition.displayName}" cannot be tested` };
      return await inTime(
        tested.during(credential, { definition, user }, async (asker) =>
          judge(await request(requestOf(test, material), credential.type, asker), test.rules),
        ),
      );
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const mask = createMask(secretsOf(credential.data, definition));
      const details = error.description ? ` ${error.description}` : '';
      return { status: 'Error', message: mask.text(`${error.message.replace(/[^.!?]$/, '$&.')}${details}`) };
    }
  };
};
