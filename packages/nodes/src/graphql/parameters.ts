import type { ParameterDefinition } from '@millrace/contract/data';

const formats = [
  { name: 'GraphQL (raw)', value: 'graphql', description: 'Send only the query' },
  { name: 'JSON', value: 'json', description: 'Send the query with variables and an operation name' },
];

const whereJson = { show: { requestFormat: ['json'], requestMethod: ['POST'] } };

export const graphqlParameters = [
  {
    name: 'authentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [
      { name: 'Basic Auth', value: 'basicAuth' },
      { name: 'Custom Auth', value: 'customAuth' },
      { name: 'Digest Auth', value: 'digestAuth' },
      { name: 'Header Auth', value: 'headerAuth' },
      { name: 'None', value: 'none' },
      { name: 'OAuth1', value: 'oAuth1' },
      { name: 'OAuth2', value: 'oAuth2' },
      { name: 'Query Auth', value: 'queryAuth' },
    ],
    description: 'How to authenticate with the service',
  },
  {
    name: 'requestMethod',
    displayName: 'HTTP request method',
    type: 'options',
    default: 'POST',
    options: [
      { name: 'GET', value: 'GET' },
      { name: 'POST', value: 'POST' },
    ],
  },
  {
    name: 'endpoint',
    displayName: 'Endpoint',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://example.com/graphql',
    description: 'The URL of the GraphQL endpoint',
  },
  {
    name: 'allowUnauthorizedCerts',
    displayName: 'Ignore SSL issues (insecure)',
    type: 'boolean',
    default: false,
    description: "Whether to accept certificates that can't be verified",
  },
  {
    name: 'requestFormat',
    displayName: 'Request format',
    type: 'options',
    default: 'graphql',
    required: true,
    options: formats,
    displayOptions: { show: { requestMethod: ['POST'], '@version': [1] } },
  },
  {
    name: 'requestFormat',
    displayName: 'Request format',
    type: 'options',
    default: 'json',
    required: true,
    options: formats,
    displayOptions: { show: { requestMethod: ['POST'], '@version': [{ _cnd: { gte: 1.1 } }] } },
  },
  {
    name: 'query',
    displayName: 'Query',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 6 },
    placeholder: 'query { books { title } }',
    description: 'The GraphQL query or mutation',
  },
  {
    name: 'variables',
    displayName: 'Variables',
    type: 'json',
    default: '',
    displayOptions: whereJson,
    description: 'Variables of the query, as a JSON object',
  },
  {
    name: 'operationName',
    displayName: 'Operation name',
    type: 'string',
    default: '',
    displayOptions: whereJson,
    description: 'The operation to run, if the query contains several',
  },
  {
    name: 'responseFormat',
    displayName: 'Response format',
    type: 'options',
    default: 'json',
    options: [
      { name: 'JSON', value: 'json' },
      { name: 'String', value: 'string' },
    ],
    description: 'The format of the response',
  },
  {
    name: 'dataPropertyName',
    displayName: 'Response data property name',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { responseFormat: ['string'] } },
    description: 'The field to put the response in',
  },
  {
    name: 'headerParametersUi',
    displayName: 'Headers',
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add header',
    typeOptions: { multipleValues: true },
    options: [
      {
        name: 'parameter',
        displayName: 'Header',
        values: [
          { name: 'name', displayName: 'Name', type: 'string', default: '' },
          { name: 'value', displayName: 'Value', type: 'string', default: '' },
        ],
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
