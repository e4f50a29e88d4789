import type { ParameterDefinition } from '@millrace/contract/data';

const formats = [
  { name: 'GraphQL (Raw)', value: 'graphql', description: 'The query alone' },
  { name: 'JSON', value: 'json', description: 'The query with variables and the name of the operation' },
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
    description: 'How the service knows who asks',
  },
  {
    name: 'requestMethod',
    displayName: 'HTTP Request Method',
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
    description: 'The address of the service',
  },
  {
    name: 'allowUnauthorizedCerts',
    displayName: 'Ignore SSL Issues (Insecure)',
    type: 'boolean',
    default: false,
    description: 'Whether a certificate that cannot be verified is accepted',
  },
  {
    name: 'requestFormat',
    displayName: 'Request Format',
    type: 'options',
    default: 'graphql',
    required: true,
    options: formats,
    displayOptions: { show: { requestMethod: ['POST'], '@version': [1] } },
  },
  {
    name: 'requestFormat',
    displayName: 'Request Format',
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
    description: 'What is asked for, in the language of GraphQL',
  },
  {
    name: 'variables',
    displayName: 'Variables',
    type: 'json',
    default: '',
    displayOptions: whereJson,
    description: 'Values of the query’s variables, as a JSON object',
  },
  {
    name: 'operationName',
    displayName: 'Operation Name',
    type: 'string',
    default: '',
    displayOptions: whereJson,
    description: 'Which operation of the query is meant, where it has several',
  },
  {
    name: 'responseFormat',
    displayName: 'Response Format',
    type: 'options',
    default: 'json',
    options: [
      { name: 'JSON', value: 'json' },
      { name: 'String', value: 'string' },
    ],
    description: 'How the answer is given',
  },
  {
    name: 'dataPropertyName',
    displayName: 'Response Data Property Name',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { responseFormat: ['string'] } },
    description: 'The field into which the answer goes',
  },
  {
    name: 'headerParametersUi',
    displayName: 'Headers',
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add Header',
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
