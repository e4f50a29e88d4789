import { hostSettings, type ParameterDefinition } from '@millrace/contract';
import type { CredentialFacts } from '@millrace/nodes';

const fields: readonly ParameterDefinition[] = [
  {
    name: hostSettings.mode,
    displayName: 'Allowed hosts',
    type: 'options',
    default: 'all',
    options: [
      { name: 'All', value: 'all', description: 'Requests to any host may be signed with it' },
      { name: 'Specific hosts', value: 'domains', description: 'Only requests to the hosts that you name' },
      { name: 'None in HTTP Request', value: 'none', description: 'HTTP Request nodes may not use it' },
    ],
    description: 'Where requests with this credential may go. Name the hosts before you share it.',
  },
  {
    name: hostSettings.hosts,
    displayName: 'Hosts',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'api.example.com, *.example.com',
    description: 'Separated by commas; an asterisk stands for everything below a domain',
    displayOptions: { show: { [hostSettings.mode]: ['domains'] } },
  },
];

/** The type, with the fields that limit where its credentials go, if it signs requests and says of no host that they are for it. */
export const withHostSettings = <T extends Pick<CredentialFacts, 'authenticate' | 'allowedHosts' | 'properties'>>(
  type: T,
): T => {
  const isUnlimited = type.authenticate !== undefined && type.allowedHosts === undefined;
  const has = (name: string) => type.properties.some((property) => property.name === name);
  if (!isUnlimited || has(hostSettings.mode)) return type;
  return { ...type, properties: [...type.properties, ...fields] };
};
