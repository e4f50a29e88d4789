import type { ParameterDefinition } from '@millrace/contract/data';
import { responseHeadersOption } from './response-headers.ts';

/** Options of whatever waits for calls, at the start of a run or in the middle of it. `readCallSpec` reads them. */

export const callOptions = [
  {
    name: 'allowedOrigins',
    displayName: 'Allowed origins (CORS)',
    type: 'string',
    default: '*',
    description: 'Websites that may call the URL, separated by commas. Use * for any site.',
  },
  {
    name: 'binaryPropertyName',
    displayName: 'Field for binary data',
    type: 'string',
    default: 'data',
    description: 'The binary field to put the body in. A number is added if there are several files.',
  },
  {
    name: 'ignoreBots',
    displayName: 'Ignore bots',
    type: 'boolean',
    default: false,
    description: 'Whether to ignore bots and link previews',
  },
  {
    name: 'ipWhitelist',
    displayName: 'Allowed IP addresses',
    type: 'string',
    default: '',
    placeholder: '203.0.113.7, 198.51.100.0/24',
    description: 'IP addresses and ranges that can call, separated by commas. Leave empty to allow all.',
  },
  {
    name: 'noResponseBody',
    displayName: 'No response body',
    type: 'boolean',
    default: false,
    displayOptions: { show: { '/responseMode': ['onReceived'] } },
    description: 'Whether to send only a status code',
  },
  {
    name: 'rawBody',
    displayName: 'Raw body',
    type: 'boolean',
    default: false,
    description: 'Whether to keep the raw body in addition to the parsed one',
  },
  {
    name: 'responseContentType',
    displayName: 'Response content-type',
    type: 'string',
    default: '',
    placeholder: 'application/xml',
    displayOptions: { show: { '/responseData': ['firstEntryJson'], '/responseMode': ['lastNode'] } },
    description: 'The content type of the response instead of application/json',
  },
  {
    name: 'responseData',
    displayName: 'Response text',
    type: 'string',
    default: '',
    placeholder: 'accepted',
    displayOptions: { show: { '/responseMode': ['onReceived'] } },
    description: 'The body of the response instead of the default message',
  },
  responseHeadersOption,
  {
    name: 'responsePropertyName',
    displayName: 'Response field',
    type: 'string',
    default: '',
    placeholder: 'answer.text',
    displayOptions: { show: { '/responseData': ['firstEntryJson'], '/responseMode': ['lastNode'] } },
    description: 'Sends this field of the item instead of all of it. Use dots for nested fields.',
  },
] as const satisfies readonly ParameterDefinition[];
