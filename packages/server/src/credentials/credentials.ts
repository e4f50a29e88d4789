import type { NodeTypeSource } from '@millrace/engine';
import type { OwnRequests } from '../executions/outbound/own-requests.ts';
import type { Log } from '../platform/log.ts';
import { type CredentialAccess, createCredentialAccess } from './access.ts';
import type { Askers } from './askers.ts';
import type { RequestToken } from './oauth2-tokens.ts';
import { createRenewal, type SignIn } from './renewal.ts';
import { createCredentialTest, type TestByNode, type TestCredential } from './test-credential.ts';
import { createTestedCredentials } from './tested.ts';
import type { CredentialResolver, CredentialTypes } from './types.ts';

export interface Credentials {
  readonly access: CredentialAccess;
  readonly test: TestCredential;
  /** Makes a request where those of nodes are made, without a credential. */
  readonly request: RequestToken;
}

export interface CredentialsOptions {
  resolver: CredentialResolver;
  types: CredentialTypes;
  askers: Pick<Askers, 'find'>;
  nodeTypes: Pick<NodeTypeSource, 'find'>;
  requests: OwnRequests;
  signIn: SignIn;
  testByNode: TestByNode;
  now(): number;
  log: Log;
}

const httpRequestType = 'core.httpRequest';

/** What the instance does with credentials beside storing them: it decides who may use them, keeps their tokens fresh, and tests them. */
export const createCredentials = (options: CredentialsOptions): Credentials => {
  const { resolver, types, askers, nodeTypes, requests, log } = options;
  const request: RequestToken = (what) => requests.request(what, undefined, 0);
  const renewalWith = (store: CredentialResolver) =>
    createRenewal({
      resolver: store,
      request,
      signIn: options.signIn,
      now: options.now,
      log,
    });
  const tested = createTestedCredentials({ ownToken: requests.token, createRenewal: renewalWith });
  return {
    access: createCredentialAccess({
      resolver,
      types,
      renewal: renewalWith(resolver),
      askers,
      tested,
      nodeType(type, version = 1) {
        const definition = nodeTypes.find(type, version);
        return {
          readsSecrets: definition?.readsSecrets === true,
          isHttpRequest: definition?.name === httpRequestType,
        };
      },
    }),
    test: createCredentialTest({
      types,
      tested,
      request: (what, type, asker) =>
        requests.request(
          { ...what, credential: { type, id: `test ${asker}`, node: '', readsSecrets: false } },
          undefined,
          asker,
        ),
      byNode: options.testByNode,
    }),
    request,
  };
};
