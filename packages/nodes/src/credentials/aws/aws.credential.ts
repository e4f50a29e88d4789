import { defineCredential } from '@millrace/engine/node-api';

/** Services whose address can be one of a private network. */
const endpoints = [
  ['rekognition', 'Rekognition'],
  ['lambda', 'Lambda'],
  ['sns', 'SNS'],
  ['ses', 'SES', 'email'],
  ['sqs', 'SQS'],
  ['s3', 'S3'],
] as const;

const regions = [
  ['af-south-1', 'Cape Town'],
  ['ap-east-1', 'Hong Kong'],
  ['ap-northeast-1', 'Tokyo'],
  ['ap-northeast-2', 'Seoul'],
  ['ap-northeast-3', 'Osaka'],
  ['ap-south-1', 'Mumbai'],
  ['ap-south-2', 'Hyderabad'],
  ['ap-southeast-1', 'Singapore'],
  ['ap-southeast-2', 'Sydney'],
  ['ap-southeast-3', 'Jakarta'],
  ['ap-southeast-4', 'Melbourne'],
  ['ca-central-1', 'Central Canada'],
  ['ca-west-1', 'Calgary'],
  ['cn-north-1', 'Beijing'],
  ['cn-northwest-1', 'Ningxia'],
  ['eu-central-1', 'Frankfurt'],
  ['eu-central-2', 'Zurich'],
  ['eu-north-1', 'Stockholm'],
  ['eu-south-1', 'Milan'],
  ['eu-south-2', 'Spain'],
  ['eu-west-1', 'Ireland'],
  ['eu-west-2', 'London'],
  ['eu-west-3', 'Paris'],
  ['il-central-1', 'Tel Aviv'],
  ['me-central-1', 'UAE'],
  ['me-south-1', 'Bahrain'],
  ['sa-east-1', 'São Paulo'],
  ['us-east-1', 'N. Virginia'],
  ['us-east-2', 'Ohio'],
  ['us-gov-east-1', 'US-East, GovCloud'],
  ['us-gov-west-1', 'US-West, GovCloud'],
  ['us-west-1', 'N. California'],
  ['us-west-2', 'Oregon'],
] as const;

export const aws = defineCredential({
  name: 'aws',
  displayName: 'AWS',
  documentationUrl: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  properties: [
    {
      name: 'region',
      displayName: 'Region',
      type: 'options',
      default: 'us-east-1',
      options: regions.map(([value, place]) => ({ name: `${place} (${value})`, value })),
    },
    { name: 'accessKeyId', displayName: 'Access key ID', type: 'string', default: '', required: true },
    {
      name: 'secretAccessKey',
      displayName: 'Secret access key',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
    {
      name: 'temporaryCredentials',
      displayName: 'Temporary security credentials',
      type: 'boolean',
      default: false,
      description: 'Whether these are temporary credentials from the Security Token Service, with a session token',
    },
    {
      name: 'sessionToken',
      displayName: 'Session token',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      displayOptions: { show: { temporaryCredentials: [true] } },
    },
    { name: 'customEndpoints', displayName: 'Custom endpoints', type: 'boolean', default: false },
    ...endpoints.map(([service, displayName, host = service]) => ({
      name: `${service}Endpoint`,
      displayName: `${displayName} Endpoint`,
      type: 'string' as const,
      default: '',
      placeholder: `https://${host}.{region}.amazonaws.com`,
      description: 'The URL of an endpoint in a private network. Leave empty for the default.',
      displayOptions: { show: { customEndpoints: [true] } },
    })),
  ],
  authenticate: {
    type: 'aws',
    accessKeyId: '={{ $credentials.accessKeyId.trim() }}',
    secretAccessKey: '={{ $credentials.secretAccessKey.trim() }}',
    sessionToken: "={{ $credentials.temporaryCredentials ? $credentials.sessionToken.trim() : '' }}",
    region: '={{ $credentials.region }}',
  },
  allowedHosts: [
    '*.amazonaws.com',
    '*.amazonaws.com.cn',
    '*.api.aws',
    '*.on.aws',
    ...endpoints.map(
      ([service]) =>
        `={{ $credentials.customEndpoints ? $credentials.${service}Endpoint.replace('{region}', $credentials.region) : '' }}`,
    ),
  ],
  test: {
    request: {
      url: "=https://sts.{{ $credentials.region }}.amazonaws.com{{ $credentials.region.startsWith('cn-') ? '.cn' : '' }}/",
      query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
    },
  },
});
