import type { CredentialDefinition, SignInContext } from '@millrace/engine/node-api';
import { createRequestFunctions } from './request-functions.ts';
import type { PublicCredential } from './types.ts';

/** A credential type of the public interface as one of ours. Where it signs by a function, that runs with the node's code, and the host signs nothing. */

const expiryOf = (data: Record<string, unknown>): number | undefined => {
  const { expiresAt } = data;
  return typeof expiresAt === 'number' ? expiresAt : undefined;
};

type Rule = NonNullable<NonNullable<CredentialDefinition['test']>['rules']>[number];

const testOf = ({ test }: PublicCredential): CredentialDefinition['test'] => {
  if (!test) return undefined;
  const { baseURL = '', url = '', method, headers, qs, body } = test.request;
  const rules = test.rules?.flatMap(({ type, properties }): Rule[] => {
    const message = String(properties.message ?? '');
    if (type === 'responseCode') return [{ type: 'status', status: Number(properties.value), message }];
    if (type !== 'responseSuccessBody') return [];
    return [{ type: 'field', field: String(properties.key), value: properties.value as never, message }];
  });
  // Both may be expressions, of which the second is only the end of the address.
  const isWhole = baseURL === '' || /^=?https?:/i.test(url);
  const address = isWhole
    ? url
    : url.startsWith('=') || baseURL.startsWith('=')
      ? `=${bare(baseURL)}${bare(url)}`
      : `${baseURL}${url}`;
  return { request: { method, url: address, headers, query: qs, body: body as never }, rules };
};

const bare = (text: string): string => (text.startsWith('=') ? text.slice(1) : text);

export const toCredential = (type: PublicCredential): CredentialDefinition => {
  const { name, displayName, documentationUrl, properties, authenticate, preAuthenticate } = type;
  const field = properties.find(
    (one) => (one as { typeOptions?: { expirable?: boolean } }).typeOptions?.expirable,
  )?.name;
  return {
    name,
    displayName,
    documentationUrl,
    extends: type.extends,
    properties,
    ...(typeof authenticate === 'object' && {
      authenticate: {
        type: 'fields' as const,
        headers: authenticate.properties.headers,
        query: authenticate.properties.qs,
        body: authenticate.properties.body,
        basic: authenticate.properties.auth,
      },
    }),
    test: testOf(type),
    ...(preAuthenticate &&
      field !== undefined && {
        signIn: {
          field,
          async run(context: SignInContext, credential) {
            const http = {
              ...context,
              http: context.http,
              sleep: async () => {},
              credential: async () => ({}),
              binary: noFiles,
            };
            const helpers = createRequestFunctions(http, () => undefined);
            const data = await preAuthenticate.call({ helpers }, credential as object);
            return { data: data as never, endsAt: expiryOf(data) };
          },
        },
      }),
  };
};

const refuse = async (): Promise<never> => {
  throw new Error('A sign-in has no files');
};
const noFiles = {
  write: refuse,
  read: refuse,
  async *open() {
    yield await refuse();
  },
};

/** The function with which a type puts its secrets into a request itself. */
export const authenticateFunction = (type: PublicCredential | undefined) =>
  typeof type?.authenticate === 'function' ? type.authenticate.bind(type) : undefined;
