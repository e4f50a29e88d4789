import type { ParameterDefinition } from '@millrace/contract/data';
import { responseHeadersOption } from './response-headers.ts';

/** Options of whatever waits for calls, at the start of a run or in the middle of it. `readCallSpec` reads them. */

export const callOptions = [
  {
    name: 'allowedOrigins',
    displayName: 'Allowed Origins (CORS)',
    type: 'string',
    default: '*',
    description: 'Web sites whose pages may call the address, joined by commas; * is every site',
  },
  {
    name: 'binaryPropertyName',
    displayName: 'Field for Binary Data',
    type: 'string',
    default: 'data',
    description: 'Binary property that takes the body; where several files come it is followed by their number',
  },
  {
    name: 'ignoreBots',
    displayName: 'Ignore Bots',
    type: 'boolean',
    default: false,
    description: 'Whether calls of crawlers and link previews are turned away',
  },
  {
    name: 'ipWhitelist',
    displayName: 'Allowed Addresses',
    type: 'string',
    default: '',
    placeholder: '203.0.113.7, 198.51.100.0/24',
    description: 'Addresses and ranges that may call, joined by commas; empty is everyone',
  },
  {
    name: 'noResponseBody',
    displayName: 'No Response Body',
    type: 'boolean',
    default: false,
    displayOptions: { show: { '/responseMode': ['onReceived'] } },
    description: 'Whether the answer is a status and nothing else',
  },
  {
    name: 'rawBody',
    displayName: 'Raw Body',
    type: 'boolean',
    default: false,
    description: 'Whether the bytes of the body are kept beside its parsed form',
  },
  {
    name: 'responseContentType',
    displayName: 'Response Content-Type',
    type: 'string',
    default: '',
    placeholder: 'application/xml',
    displayOptions: { show: { '/responseData': ['firstEntryJson'], '/responseMode': ['lastNode'] } },
    description: 'Says what the answer is, in place of application/json',
  },
  {
    name: 'responseData',
    displayName: 'Response Text',
    type: 'string',
    default: '',
    placeholder: 'accepted',
    displayOptions: { show: { '/responseMode': ['onReceived'] } },
    description: 'Body of the answer in place of the usual message',
  },
  responseHeadersOption,
  {
    name: 'responsePropertyName',
    displayName: 'Response Field',
    type: 'string',
    default: '',
    placeholder: 'answer.text',
    displayOptions: { show: { '/responseData': ['firstEntryJson'], '/responseMode': ['lastNode'] } },
    description: 'Sends this field of the item and not the whole of it; dots lead into objects',
  },
] as const satisfies readonly ParameterDefinition[];
