import { defineCredential } from '@millrace/engine/node-api';

/** What a request gets is written as JSON: `{ "headers": {…}, "qs": {…}, "body": {…} }`. */
export const httpCustomAuth = defineCredential({
  name: 'httpCustomAuth',
  displayName: 'Custom Auth',
  properties: [
    {
      name: 'json',
      displayName: 'JSON',
      type: 'json',
      default: '',
      required: true,
      typeOptions: { password: true, alwaysOpenEditWindow: true },
      placeholder: '{ "headers": { "X-Api-Key": "…" }, "qs": { "account": "…" }, "body": { "token": "…" } }',
      description: 'Headers, query parameters and body fields to add to each request',
    },
  ],
  authenticate: {
    type: 'fields',
    headers: '={{ JSON.parse($credentials.json).headers }}',
    query: '={{ JSON.parse($credentials.json).qs }}',
    body: '={{ JSON.parse($credentials.json).body }}',
  },
});
