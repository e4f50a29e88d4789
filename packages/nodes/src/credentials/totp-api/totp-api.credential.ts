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
      description: 'The secret shown next to the QR code, or the secret parameter of its URL',
    },
    {
      name: 'label',
      displayName: 'Label',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'GitHub:john-doe',
      description: 'The service and the user, separated by a colon',
    },
  ],
});
