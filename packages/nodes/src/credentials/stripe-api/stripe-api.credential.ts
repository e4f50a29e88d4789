import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const stripeApi = defineTokenCredential({
  name: 'stripeApi',
  displayName: 'Stripe API',
  documentationUrl: 'https://docs.stripe.com/keys',
  field: { name: 'secretKey', displayName: 'Secret key' },
  allowedHosts: ['api.stripe.com'],
  test: { request: { url: 'https://api.stripe.com/v1/charges', query: { limit: '1' } } },
});
