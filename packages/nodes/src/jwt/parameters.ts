import type { ParameterDefinition } from '@millrace/contract/data';

const algorithms = ['ES', 'HS', 'PS', 'RS'].flatMap((family) => ['256', '384', '512'].map((size) => family + size));

const seconds = (displayName: string, name: string, preset: number, description: string) =>
  ({
    displayName,
    name,
    type: 'number',
    typeOptions: { minValue: 0 },
    default: preset,
    description,
  }) as const satisfies ParameterDefinition;

const text = <const N extends string>(displayName: string, name: N, description: string, placeholder = '') =>
  ({ displayName, name, type: 'string', default: '', placeholder, description }) as const satisfies ParameterDefinition;

const verifying = { displayOptions: { show: { '/operation': ['verify'] } } };

export const jwtParameters = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Decode',
        value: 'decode',
        action: 'Decode a JWT',
        description: 'Read a token without verifying its signature',
      },
      { name: 'Sign', value: 'sign', action: 'Sign a JWT', description: 'Create a token' },
      {
        name: 'Verify',
        value: 'verify',
        action: 'Verify a JWT',
        description: 'Verify the signature and validity of a token',
      },
    ],
    default: 'sign',
  },
  {
    displayName: 'Use JSON to build payload',
    name: 'useJson',
    type: 'boolean',
    default: false,
    description: 'Whether to enter the claims as JSON',
    displayOptions: { show: { operation: ['sign'] } },
  },
  {
    displayName: 'Payload claims',
    name: 'claims',
    type: 'collection',
    placeholder: 'Add claim',
    default: {},
    options: [
      text('Audience', 'audience', 'The audience of the token', 'https://example.com'),
      {
        displayName: 'Expires in',
        name: 'expiresIn',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 3600,
        description: 'The number of seconds until the token expires',
      },
      text('Issuer', 'issuer', 'The issuer of the token', 'https://example.com'),
      text('JWT ID', 'jwtid', 'The ID of the token'),
      {
        displayName: 'Not before',
        name: 'notBefore',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 0,
        description: 'The number of seconds until the token becomes valid',
      },
      text('Subject', 'subject', 'The subject of the token'),
    ],
    displayOptions: { show: { operation: ['sign'], useJson: [false] } },
  },
  {
    displayName: 'Payload claims (JSON)',
    name: 'claimsJson',
    type: 'json',
    typeOptions: { rows: 5 },
    default: '{\n  "role": "reader"\n}',
    validateType: 'object',
    displayOptions: { show: { operation: ['sign'], useJson: [true] } },
  },
  {
    displayName: 'Token',
    name: 'token',
    type: 'string',
    typeOptions: { password: true },
    required: true,
    default: '',
    description: 'The token to verify or decode',
    displayOptions: { show: { operation: ['verify', 'decode'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Return additional info',
        name: 'complete',
        type: 'boolean',
        default: false,
        description: 'Whether to also return the header and signature',
        displayOptions: { show: { '/operation': ['verify', 'decode'] } },
      },
      {
        displayName: 'Ignore expiration',
        name: 'ignoreExpiration',
        type: 'boolean',
        default: false,
        description: 'Whether to accept expired tokens',
        ...verifying,
      },
      {
        displayName: 'Ignore not before claim',
        name: 'ignoreNotBefore',
        type: 'boolean',
        default: false,
        description: "Whether to accept tokens that aren't valid yet",
        ...verifying,
      },
      {
        ...seconds('Clock tolerance', 'clockTolerance', 0, 'The allowed clock difference, in seconds'),
        name: 'clockTolerance',
        ...verifying,
      },
      {
        ...text('Key ID', 'kid', "The ID of the key, for the token's header"),
        displayOptions: { show: { '/operation': ['sign'] } },
      },
      {
        displayName: 'Override algorithm',
        name: 'algorithm',
        type: 'options',
        options: algorithms.map((name) => ({ name, value: name })),
        default: 'HS256',
        description: 'Overrides the algorithm of the credential',
        displayOptions: { show: { '/operation': ['sign', 'verify'] } },
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
