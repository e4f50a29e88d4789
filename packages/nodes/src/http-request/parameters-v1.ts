import type { ParameterDefinition } from '@millrace/contract/data';
import { authenticationTypeParameters } from './authentication.ts';

const pairs = (
  name: 'bodyParametersUi' | 'headerParametersUi' | 'queryParametersUi',
  displayName: string,
): ParameterDefinition => ({
  name,
  displayName,
  type: 'fixedCollection',
  default: {},
  typeOptions: { multipleValues: true },
  displayOptions: {
    show: {
      jsonParameters: [false],
      ...(name === 'bodyParametersUi' && { requestMethod: ['PATCH', 'POST', 'PUT', 'DELETE'] }),
    },
  },
  options: [
    {
      name: 'parameter',
      displayName: 'Parameter',
      values: [
        { name: 'name', displayName: 'Name', type: 'string', default: '' },
        { name: 'value', displayName: 'Value', type: 'string', default: '' },
      ],
    },
  ],
});

const jsonText = (name: string, displayName: string): ParameterDefinition => ({
  name,
  displayName,
  type: 'json',
  default: '',
  displayOptions: { show: { jsonParameters: [true] } },
});

const authentications = {
  v1: [
    { name: 'None', value: 'none' },
    { name: 'Basic Auth', value: 'basicAuth' },
    { name: 'Digest Auth', value: 'digestAuth' },
    { name: 'Header Auth', value: 'headerAuth' },
    { name: 'OAuth1', value: 'oAuth1' },
    { name: 'OAuth2', value: 'oAuth2' },
    { name: 'Query Auth', value: 'queryAuth' },
  ],
  v2: [
    { name: 'None', value: 'none' },
    { name: 'Predefined credential type', value: 'predefinedCredentialType' },
    { name: 'Generic credential type', value: 'genericCredentialType' },
  ],
};

const authentication = (version: 1 | 2): ParameterDefinition => ({
  name: 'authentication',
  displayName: 'Authentication',
  type: 'options',
  default: 'none',
  displayOptions: { show: { '@version': [version] } },
  options: authentications[`v${version}`],
});

/** HTTP Request in versions 1 and 2. */
export const httpRequestV1Parameters: readonly ParameterDefinition[] = [
  authentication(1),
  authentication(2),
  ...authenticationTypeParameters(2),
  {
    name: 'requestMethod',
    displayName: 'Method',
    type: 'options',
    default: 'GET',
    options: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'].map((method) => ({
      name: method,
      value: method,
    })),
  },
  {
    name: 'url',
    displayName: 'URL',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://example.com/api/orders',
  },
  { name: 'allowUnauthorizedCerts', displayName: 'Ignore SSL issues (insecure)', type: 'boolean', default: false },
  {
    name: 'responseFormat',
    displayName: 'Response format',
    type: 'options',
    default: 'json',
    options: [
      { name: 'File', value: 'file' },
      { name: 'JSON', value: 'json' },
      { name: 'String', value: 'string' },
    ],
  },
  {
    name: 'dataPropertyName',
    displayName: 'Output field',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { responseFormat: ['string', 'file'] } },
  },
  { name: 'jsonParameters', displayName: 'Parameters as JSON', type: 'boolean', default: false },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [
      { name: 'batchInterval', displayName: 'Batch interval (ms)', type: 'number', default: 1000 },
      { name: 'batchSize', displayName: 'Items per batch', type: 'number', default: 50 },
      {
        name: 'bodyContentType',
        displayName: 'Body content type',
        type: 'options',
        default: 'json',
        options: [
          { name: 'JSON', value: 'json' },
          { name: 'Raw', value: 'raw' },
          { name: 'Form with files (multipart)', value: 'multipart-form-data' },
          { name: 'Form URL encoded', value: 'form-urlencoded' },
        ],
      },
      {
        name: 'bodyContentCustomMimeType',
        displayName: 'MIME type',
        type: 'string',
        default: '',
        placeholder: 'text/xml',
      },
      { name: 'followAllRedirects', displayName: 'Follow all redirects', type: 'boolean', default: false },
      { name: 'followRedirect', displayName: 'Follow GET redirects', type: 'boolean', default: true },
      { name: 'fullResponse', displayName: 'Include headers and status', type: 'boolean', default: false },
      { name: 'ignoreResponseCode', displayName: 'Never error', type: 'boolean', default: false },
      { name: 'proxy', displayName: 'Proxy', type: 'string', default: '' },
      { name: 'splitIntoItems', displayName: 'Split into items', type: 'boolean', default: false },
      { name: 'timeout', displayName: 'Timeout (ms)', type: 'number', default: 10000 },
      { name: 'useQueryString', displayName: 'Lists without brackets', type: 'boolean', default: false },
      { name: 'useStream', displayName: 'Use stream', type: 'boolean', default: false },
    ],
  },
  {
    name: 'sendBinaryData',
    displayName: 'Send binary data',
    type: 'boolean',
    default: false,
    displayOptions: { show: { jsonParameters: [true], requestMethod: ['PATCH', 'POST', 'PUT'] } },
  },
  {
    name: 'binaryPropertyName',
    displayName: 'Binary property',
    type: 'string',
    default: 'data',
    displayOptions: {
      show: { jsonParameters: [true], requestMethod: ['PATCH', 'POST', 'PUT'], sendBinaryData: [true] },
    },
    description: 'The name of the binary field. For a form with several files: "field1:property1,field2:property2".',
  },
  jsonText('bodyParametersJson', 'Body parameters'),
  pairs('bodyParametersUi', 'Body parameters'),
  jsonText('headerParametersJson', 'Headers'),
  pairs('headerParametersUi', 'Headers'),
  jsonText('queryParametersJson', 'Query parameters'),
  pairs('queryParametersUi', 'Query parameters'),
];
