import type { ParameterDefinition } from '@millrace/contract/data';

const shownFor = (...action: string[]) => ({ show: { action } });

const propertyName = (action: string) =>
  ({
    displayName: 'Property name',
    name: 'dataPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The field to put the result in. Use dots for nested fields.',
    displayOptions: shownFor(action),
  }) as const satisfies ParameterDefinition;

const encoding = (action: string) =>
  ({
    displayName: 'Encoding',
    name: 'encoding',
    type: 'options',
    options: [
      { name: 'BASE64', value: 'base64' },
      { name: 'HEX', value: 'hex' },
    ],
    default: 'hex',
    displayOptions: shownFor(action),
  }) as const satisfies ParameterDefinition;

const value = (action: string, description: string, rules: object = {}) =>
  ({
    displayName: 'Value',
    name: 'value',
    type: 'string',
    default: '',
    required: true,
    description,
    displayOptions: { show: { action: [action], ...rules } },
  }) as const satisfies ParameterDefinition;

/** Version 2 no longer offers SHA1, and begins with SHA256. */
const hashType = (action: string, version: number) =>
  ({
    displayName: 'Type',
    name: 'type',
    type: 'options',
    allowArbitraryValues: true,
    options: [
      'MD5',
      ...(version === 1 ? ['SHA1'] : []),
      'SHA256',
      'SHA3-256',
      'SHA3-384',
      'SHA3-512',
      'SHA384',
      'SHA512',
    ].map((name) => ({ name, value: name })),
    default: version === 1 ? 'MD5' : 'SHA256',
    description: 'The hash algorithm',
    displayOptions: shownFor(action),
  }) as const satisfies ParameterDefinition;

const algorithms = [
  'RSA-SHA256',
  'RSA-SHA384',
  'RSA-SHA512',
  'RSA-SHA224',
  'RSA-SHA512/256',
  'RSA-SHA3-256',
  'RSA-SHA3-384',
  'RSA-SHA3-512',
  'RSA-SHA1',
  'RSA-MD5',
  'sha256',
  'sha384',
  'sha512',
  'sha224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'sha1',
];

export const cryptoParameters = (version: 1 | 2) =>
  [
    {
      displayName: 'Action',
      name: 'action',
      type: 'options',
      options: [
        {
          name: 'Generate',
          value: 'generate',
          description: 'Generate a random string',
          action: 'Generate random string',
        },
        { name: 'Hash', value: 'hash', description: 'Hash a text or file', action: 'Hash a text or file' },
        {
          name: 'HMAC',
          value: 'hmac',
          description: 'Create a keyed hash that only holders of the secret can verify',
          action: 'HMAC a text or file',
        },
        { name: 'Sign', value: 'sign', description: 'Sign a text with a private key', action: 'Sign a string' },
      ],
      default: 'hash',
    },
    {
      displayName: 'Binary file',
      name: 'binaryData',
      type: 'boolean',
      default: false,
      description: 'Whether to use a file instead of text',
      displayOptions: shownFor('hash', 'hmac'),
    },
    {
      displayName: 'Binary property name',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The binary field that contains the file',
      typeOptions: { binaryDataProperty: true },
      displayOptions: { show: { action: ['hash', 'hmac'], binaryData: [true] } },
    },
    hashType('hash', version),
    value('hash', 'The text to hash', { binaryData: [false] }),
    propertyName('hash'),
    encoding('hash'),
    hashType('hmac', version),
    value('hmac', 'The text to hash with the secret', { binaryData: [false] }),
    propertyName('hmac'),
    {
      displayName: 'Secret',
      name: 'secret',
      type: version === 1 ? 'string' : 'hidden',
      typeOptions: { password: true },
      default: '',
      required: version === 1,
      displayOptions: shownFor('hmac'),
    },
    encoding('hmac'),
    value('sign', 'The text to sign'),
    propertyName('sign'),
    {
      displayName: 'Algorithm',
      name: 'algorithm',
      type: 'options',
      allowArbitraryValues: true,
      options: algorithms.map((name) => ({ name, value: name })),
      default: '',
      required: true,
      displayOptions: shownFor('sign'),
    },
    encoding('sign'),
    {
      displayName: 'Private key',
      name: 'privateKey',
      type: version === 1 ? 'string' : 'hidden',
      typeOptions: { password: true },
      default: '',
      required: version === 1,
      description: 'In PEM format: -----BEGIN PRIVATE KEY-----',
      displayOptions: shownFor('sign'),
    },
    propertyName('generate'),
    {
      displayName: 'Type',
      name: 'encodingType',
      type: 'options',
      options: [
        { name: 'ASCII', value: 'ascii', description: 'Letters, digits and symbols' },
        { name: 'BASE64', value: 'base64', description: 'Letters and digits' },
        { name: 'HEX', value: 'hex' },
        { name: 'UUID', value: 'uuid' },
      ],
      default: 'uuid',
      displayOptions: shownFor('generate'),
    },
    {
      displayName: 'Length',
      name: 'stringLength',
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: 32,
      description: 'The number of characters',
      displayOptions: { show: { action: ['generate'], encodingType: ['ascii', 'base64', 'hex'] } },
    },
  ] as const satisfies readonly ParameterDefinition[];
