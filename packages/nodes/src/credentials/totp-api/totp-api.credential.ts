import { defineCredential } from '@millrace/engine/node-api';

/** For the TOTP node. Requests are not signed by it. */
export const totpApi = defineCredential({
  name: 'totpApi',
  displayName: 'TOTP API',
  properties: [
    {
      name: 'secret',
      displayName: 'Secret',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
      placeholder: 'BVDRSBXQB2ZEL5HE',
      description: 'What the service shows beside the QR code, or as secret in its address',
    },
    {
      name: 'label',
      displayName: 'Label',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'GitHub:john-doe',
      description: 'Service and user, with a colon between them',
    },
  ],
});
