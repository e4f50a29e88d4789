import type { DisplayRules, NodeCredentialUse, ParameterDefinition } from '@millrace/contract/data';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';

/** Ways of authentication that any service may use, by the names that version 1 gives them, and their credential types. */
const genericTypes = {
  basicAuth: 'httpBasicAuth',
  bearerAuth: 'httpBearerAuth',
  customAuth: 'httpCustomAuth',
  digestAuth: 'httpDigestAuth',
  headerAuth: 'httpHeaderAuth',
  oAuth1: 'oAuth1Api',
  oAuth2: 'oAuth2Api',
  queryAuth: 'httpQueryAuth',
} as const;

const namesInVersion1 = ['basicAuth', 'digestAuth', 'headerAuth', 'oAuth1', 'oAuth2', 'queryAuth'] as const;

/** Of the service's own type, or of one of those above. @param version the one that has them, where it shares its parameters with others */
export const authenticationTypeParameters = (version?: number) => {
  const show = (authentication: string) => ({
    show: { authentication: [authentication], ...(version !== undefined && { '@version': [version] }) },
  });
  return [
    {
      name: 'nodeCredentialType',
      displayName: 'Credential type',
      type: 'credentialsSelect',
      default: '',
      required: true,
      noDataExpression: true,
      credentialTypes: ['extends:oAuth2Api', 'extends:oAuth1Api', 'has:authenticate'],
      displayOptions: show('predefinedCredentialType'),
    },
    {
      name: 'genericAuthType',
      displayName: 'Credential type',
      type: 'credentialsSelect',
      default: '',
      required: true,
      noDataExpression: true,
      credentialTypes: ['has:genericAuth'],
      displayOptions: show('genericCredentialType'),
    },
  ] as const satisfies readonly ParameterDefinition[];
};

/** From version 2 on; the type of a service is named by the node's own parameter. */
export const genericCredentials: readonly NodeCredentialUse[] = Object.values(genericTypes).map((name) => ({
  name,
  required: true,
  displayOptions: { show: { authentication: ['genericCredentialType'], genericAuthType: [name] } },
}));

/** Of connections that show a certificate. */
export const certificateType = 'httpSslAuth';

export const certificateCredentials: readonly NodeCredentialUse[] = [
  { name: certificateType, required: true, displayOptions: { show: { provideSslCertificates: [true] } } },
];

const usesOf = (names: readonly (keyof typeof genericTypes)[], show: DisplayRules): readonly NodeCredentialUse[] =>
  names.map((authentication) => ({
    name: genericTypes[authentication],
    required: true,
    displayOptions: { show: { ...show, authentication: [authentication] } },
  }));

export const version1Credentials = usesOf(namesInVersion1, { '@version': [1] });

/** Of nodes whose parameter `authentication` has these names. */
export const namedCredentials = usesOf([...namesInVersion1, 'customAuth'], {});

/** Type of the credential that signs the requests of an item; undefined for none. @throws NodeError where none is chosen */
export const readCredentialType = (
  context: Pick<ExecuteContext, 'parameter'>,
  itemIndex: number,
): string | undefined => {
  const chosen = (name: string): string => {
    const type = String(context.parameter(name, itemIndex) ?? '');
    if (type === '')
      throw new NodeError('The request is to be authenticated, and no type of credentials is chosen', {
        description: 'Choose a credential type in the node, or set Authentication to None.',
        itemIndex,
      });
    return Object.hasOwn(genericTypes, type) ? genericTypes[type as keyof typeof genericTypes] : type;
  };
  const authentication = String(context.parameter('authentication', itemIndex) ?? 'none');
  switch (authentication) {
    case 'none':
      return undefined;
    case 'predefinedCredentialType':
      return chosen('nodeCredentialType');
    case 'genericCredentialType':
      return chosen('genericAuthType');
    default:
      if (Object.hasOwn(genericTypes, authentication)) return genericTypes[authentication as keyof typeof genericTypes];
      throw new NodeError(`Unknown way of authentication "${authentication}"`, { itemIndex });
  }
};
