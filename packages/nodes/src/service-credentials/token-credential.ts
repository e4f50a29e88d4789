import type { ParameterDefinition } from '@millrace/contract/data';
import { type CredentialDefinition, defineCredential } from '@millrace/engine/node-api';
import { secretField } from './secret-field.ts';

interface TokenCredential
  extends Pick<CredentialDefinition, 'name' | 'displayName' | 'documentationUrl' | 'allowedHosts' | 'test'> {
  /** Name and label of the token's field, and what people should know of it. It is required unless `required` is false. */
  field: { name: string; displayName: string; description?: string; required?: boolean };
  /** The value of the Authorization header. `Bearer` and the token unless said. */
  authorization?: (token: string) => string;
  /** The header that takes the token; Authorization unless said. */
  header?: string;
  /** Further headers of each request. */
  headers?: Readonly<Record<string, string>>;
  /** Fields below the token's. */
  properties?: readonly ParameterDefinition[];
}

/** The credential of a service that takes one token, in a header. */
export const defineTokenCredential = ({
  field: { name, displayName, description, required = true },
  authorization = (token) => `Bearer ${token}`,
  header = 'Authorization',
  headers,
  properties = [],
  ...definition
}: TokenCredential): CredentialDefinition =>
  defineCredential({
    ...definition,
    properties: [
      secretField(name, displayName, { ...(description && { description }), ...(required && { required }) }),
      ...properties,
    ],
    authenticate: {
      type: 'fields',
      headers: { [header]: `=${authorization(`{{ $credentials.${name} }}`)}`, ...headers },
    },
  });
