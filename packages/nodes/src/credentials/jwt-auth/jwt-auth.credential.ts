import { defineCredential } from '@millrace/engine/node-api';

const algorithms = ['HS', 'RS', 'ES', 'PS'].flatMap((family) => ['256', '384', '512'].map((size) => family + size));

/** For nodes that make or check tokens. Requests are not signed by it. */
export const jwtAuth = defineCredential({
  name: 'jwtAuth',
  displayName: 'JWT Auth',
  properties: [
    {
      name: 'keyType',
      displayName: 'Key type',
      type: 'options',
      default: 'passphrase',
      options: [
        { name: 'Passphrase', value: 'passphrase' },
        { name: 'PEM key', value: 'pemKey' },
      ],
      description: 'A shared secret or a key pair',
    },
    {
      name: 'secret',
      displayName: 'Secret',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
      displayOptions: { show: { keyType: ['passphrase'] } },
    },
    {
      name: 'privateKey',
      displayName: 'Private key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      displayOptions: { show: { keyType: ['pemKey'] } },
    },
    {
      name: 'publicKey',
      displayName: 'Public key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      displayOptions: { show: { keyType: ['pemKey'] } },
    },
    {
      name: 'algorithm',
      displayName: 'Algorithm',
      type: 'options',
      default: 'HS256',
      options: [...algorithms, 'none'].map((name) => ({ name, value: name })),
    },
  ],
});
