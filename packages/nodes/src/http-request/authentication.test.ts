import { isDisplayed } from '@millrace/engine';
import { runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './http-request.node.ts';
import { url } from './http-request.testing.ts';
import { httpRequestV1 } from './http-request-v1.node.ts';

const reference = { id: '7', name: 'Mine' };
const run = (
  typeVersion: number,
  parameters: Record<string, unknown>,
  credentials: Record<string, typeof reference> = {},
) =>
  runNode(typeVersion < 3 ? httpRequestV1 : httpRequest, {
    typeVersion,
    parameters: { url, ...parameters } as never,
    credentials,
    host: { http: () => ({ body: {} }) },
  });

describe('authentication', () => {
  it.each([
    [1, { authentication: 'headerAuth' }, 'httpHeaderAuth'],
    [1, { authentication: 'oAuth2' }, 'oAuth2Api'],
    [2, { authentication: 'genericCredentialType', genericAuthType: 'httpDigestAuth' }, 'httpDigestAuth'],
    [2, { authentication: 'predefinedCredentialType', nodeCredentialType: 'githubApi' }, 'githubApi'],
    [3, { authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' }, 'httpBearerAuth'],
    [4.2, { authentication: 'predefinedCredentialType', nodeCredentialType: 'airtableTokenApi' }, 'airtableTokenApi'],
    [4.4, { authentication: 'genericCredentialType', genericAuthType: 'httpCustomAuth' }, 'httpCustomAuth'],
  ])('version %s with %j names the credential of its type', async (version, parameters, type) => {
    const { host, error } = await run(version, parameters, { [type]: reference, other: { id: '8', name: 'Other' } });
    expect(error).toBeUndefined();
    expect(host.requests).toMatchObject([{ credential: { type, id: '7', name: 'Mine', readsSecrets: false } }]);
  });

  it.each([
    [1, { authentication: 'headerAuth' }, 'Credentials for "httpHeaderAuth" are not set.'],
    [4.4, { authentication: 'genericCredentialType' }, 'no type of credentials is chosen'],
    [
      4.4,
      { authentication: 'predefinedCredentialType', nodeCredentialType: 'githubApi' },
      'Credentials for "githubApi" are not set.',
    ],
  ])('version %s with %j and no credential sends nothing', async (version, parameters, message) => {
    const { host, error } = await run(version, parameters);
    expect(error?.message).toContain(message);
    expect(host.requests).toEqual([]);
  });

  it('a connection shows the certificate of its own credential, beside what signs the request', async () => {
    const parameters = {
      provideSslCertificates: true,
      authentication: 'genericCredentialType',
      genericAuthType: 'httpHeaderAuth',
    };
    const { host, error } = await run(4.4, parameters, { httpSslAuth: reference, httpHeaderAuth: reference });
    expect(error).toBeUndefined();
    expect(host.requests).toMatchObject([
      { clientCertificate: { type: 'httpSslAuth', id: '7' }, credential: { type: 'httpHeaderAuth' } },
    ]);
    const none = await run(4.4, { provideSslCertificates: true });
    expect(none.error?.message).toBe('Credentials for "httpSslAuth" are not set.');
    expect((await run(4.4, {}, { httpSslAuth: reference })).host.requests[0]?.clientCertificate).toBeUndefined();
  });

  it('a node without authentication uses none of its credentials', async () => {
    const { host } = await run(4.4, {}, { httpHeaderAuth: reference });
    expect(host.requests[0]?.credential).toBeUndefined();
  });

  it.each([
    [httpRequestV1, 1, { authentication: 'digestAuth' }, ['httpDigestAuth']],
    [httpRequestV1, 2, { authentication: 'genericCredentialType', genericAuthType: 'oAuth1Api' }, ['oAuth1Api']],
    [
      httpRequest,
      4.4,
      { authentication: 'genericCredentialType', genericAuthType: 'httpQueryAuth' },
      ['httpQueryAuth'],
    ],
    [httpRequest, 4.4, { authentication: 'none' }, []],
  ])('the description says which credential it needs', (definition, version, parameters, names) => {
    const shown = definition.credentials?.filter((use) => isDisplayed(use, parameters, parameters, version));
    expect(shown?.map(({ name }) => name)).toEqual(names);
  });

  it('what pagination shows of a request is what the node has made of it', async () => {
    const { host, json } = await runNode(httpRequest, {
      parameters: {
        url,
        authentication: 'genericCredentialType',
        genericAuthType: 'httpHeaderAuth',
        options: {
          pagination: {
            pagination: {
              paginationMode: 'updateAParameterInEachRequest',
              parameters: {
                parameters: [{ type: 'qs', name: 'seen', value: '={{ JSON.stringify($request.headers ?? {}) }}' }],
              },
              limitPagesFetched: true,
              maxRequests: 2,
              paginationCompleteWhen: 'other',
              completeExpression: '={{ false }}',
            },
          },
        },
      } as never,
      credentials: { httpHeaderAuth: reference },
      host: { http: () => ({ body: { ok: true } }) },
    });
    expect(json).toHaveLength(2);
    const seen = new URL(host.requests[1]?.url ?? '').searchParams.get('seen');
    expect(Object.keys(JSON.parse(seen ?? ''))).toEqual(['accept']);
  });
});
