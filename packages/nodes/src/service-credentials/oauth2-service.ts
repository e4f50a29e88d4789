import type { ParameterDefinition } from '@millrace/contract/data';
import { type CredentialDefinition, defineCredential } from '@millrace/engine/node-api';

interface OAuth2Service
  extends Pick<CredentialDefinition, 'name' | 'displayName' | 'documentationUrl' | 'allowedHosts'> {
  grantType?: 'authorizationCode' | 'pkce';
  authUrl: string;
  accessTokenUrl: string;
  /** Separated as the service wants it. With `scopeIsOpen`, what people begin from. */
  scope: string;
  scopeIsOpen?: boolean;
  /** Further parameters of the authorization URL: `a=b&c=d`. */
  authQueryParameters?: string;
  /** Where the client's ID and secret go when tokens are fetched. */
  authentication: 'body' | 'header';
  /** Fields that people fill in, above those that are fixed. */
  properties?: readonly ParameterDefinition[];
}

const fixed = (name: string, displayName: string, value: string): ParameterDefinition => ({
  name,
  displayName,
  type: 'hidden',
  default: value,
});

/** The account of a service that lets people connect it by OAuth2: all that the general type asks for is known. */
export const defineOAuth2Service = ({
  grantType = 'authorizationCode',
  authUrl,
  accessTokenUrl,
  scope,
  scopeIsOpen = false,
  authQueryParameters = '',
  authentication,
  properties = [],
  ...definition
}: OAuth2Service): CredentialDefinition =>
  defineCredential({
    ...definition,
    extends: ['oAuth2Api'],
    properties: [
      fixed('grantType', 'Grant type', grantType),
      ...properties,
      fixed('authUrl', 'Authorization URL', authUrl),
      fixed('accessTokenUrl', 'Access token URL', accessTokenUrl),
      { ...fixed('scope', 'Scope', scope), ...(scopeIsOpen && { type: 'string' }) } as ParameterDefinition,
      fixed('authQueryParameters', 'Auth URI query parameters', authQueryParameters),
      fixed('authentication', 'Authentication', authentication),
    ],
  });

export const googleDocumentation = 'https://developers.google.com/identity/protocols/oauth2';

/** The account of one of Google's services. @param scopes paths below `https://www.googleapis.com/auth/`, or whole addresses */
export const defineGoogleService = ({
  scopes,
  ...definition
}: Pick<CredentialDefinition, 'name' | 'displayName'> & { scopes: readonly string[] }): CredentialDefinition =>
  defineCredential({
    ...definition,
    documentationUrl: googleDocumentation,
    extends: ['googleOAuth2Api'],
    properties: [
      fixed(
        'scope',
        'Scope',
        scopes.map((scope) => (scope.includes('://') ? scope : `https://www.googleapis.com/auth/${scope}`)).join(' '),
      ),
    ],
    allowedHosts: ['*.googleapis.com'],
  });
