import { defineCredential } from '@millrace/engine/node-api';

export const s3 = defineCredential({
  name: 's3',
  displayName: 'S3',
  properties: [
    {
      name: 'endpoint',
      displayName: 'S3 endpoint',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://minio.example.com',
    },
    { name: 'region', displayName: 'Region', type: 'string', default: 'us-east-1' },
    { name: 'accessKeyId', displayName: 'Access key ID', type: 'string', default: '' },
    {
      name: 'secretAccessKey',
      displayName: 'Secret access key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
    },
    { name: 'forcePathStyle', displayName: 'Force path style', type: 'boolean', default: false },
    { name: 'ignoreSSLIssues', displayName: 'Ignore SSL issues (insecure)', type: 'boolean', default: false },
  ],
  authenticate: {
    type: 'aws',
    accessKeyId: '={{ $credentials.accessKeyId.trim() }}',
    secretAccessKey: '={{ $credentials.secretAccessKey.trim() }}',
    region: '={{ $credentials.region }}',
    service: 's3',
  },
  allowedHosts: [
    '={{ $credentials.endpoint }}',
    "=*.{{ $credentials.endpoint.replace('https://', '').replace('http://', '') }}",
  ],
  test: {
    request: {
      url: "={{ $credentials.endpoint.endsWith('/') ? $credentials.endpoint : $credentials.endpoint + '/' }}",
    },
  },
});
