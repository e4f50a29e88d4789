import { defineCredential } from '@millrace/engine/node-api';

export const stripeApi = defineCredential({
  name: 'stripeApi',
  displayName: 'Stripe API',
  properties: [
    {
      name: 'secretKey',
      displayName: 'Secret Key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.secretKey }}' } },
  allowedHosts: ['api.stripe.com'],
  test: { request: { url: 'https://api.stripe.com/v1/charges', query: { limit: '1' } } },
});
