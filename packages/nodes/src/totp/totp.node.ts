import { defineNode, NodeError } from '@millrace/engine/node-api';

const algorithms = ['SHA1', 'SHA224', 'SHA256', 'SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA384', 'SHA512'];

export const totpNode = defineNode({
  name: 'core.totp',
  displayName: 'TOTP',
  aliases: ['n8n-nodes-base.totp'],
  description: 'Generates a time-based one-time password (TOTP), like an authenticator app',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'TOTP', color: '#2f9457' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  readsSecrets: true,
  credentials: [{ name: 'totpApi', required: true }],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['2fa', 'mfa', 'authenticator', 'one-time', 'password', 'security', 'token'],
  },
  parameters: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      options: [{ name: 'Generate secret', value: 'generateSecret', action: 'Generate secret' }],
      default: 'generateSecret',
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Algorithm',
          name: 'algorithm',
          type: 'options',
          options: algorithms.map((name) => ({ name, value: name })),
          default: 'SHA1',
        },
        {
          displayName: 'Digits',
          name: 'digits',
          type: 'number',
          typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
          default: 6,
        },
        {
          displayName: 'Period',
          name: 'period',
          type: 'number',
          typeOptions: { minValue: 1, numberPrecision: 0 },
          default: 30,
          description: 'The number of seconds a password is valid',
        },
      ],
    },
  ],
  execute: async (context) => {
    const { Secret, TOTP } = await import('otpauth');
    const { secret = '', label = '' } = await context.credential('totpApi');
    return context.forEachItem((_item, index) => {
      const { algorithm = 'SHA1', digits = 6, period = 30 } = context.parameter('options', index);
      const timestamp = context.now();
      try {
        const [issuer = ''] = String(label).split(':');
        const totp = new TOTP({
          issuer,
          label: String(label),
          secret: Secret.fromBase32(String(secret).replace(/\s/g, '')),
          algorithm,
          digits,
          period,
        });
        const secondsRemaining = period - (Math.floor(timestamp / 1000) % period);
        return { json: { token: totp.generate({ timestamp }), secondsRemaining } };
      } catch (error) {
        throw new NodeError('The secret of the credential is not one of a one-time password', {
          itemIndex: index,
          description: 'It consists of the letters A to Z and the digits 2 to 7.',
          cause: error,
        });
      }
    });
  },
});
