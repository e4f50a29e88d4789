import type { ParameterDefinition } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const forbiddenInValue = /[\0-\x08\x0a-\x1f\x7f]/;

/** Pairs of names and values; `readResponseHeaders` reads them. */
export const responseHeadersOption = {
  name: 'responseHeaders',
  displayName: 'Response headers',
  type: 'fixedCollection',
  default: {},
  typeOptions: { multipleValues: true },
  options: [
    {
      name: 'entries',
      displayName: 'Header',
      values: [
        { name: 'name', displayName: 'Name', type: 'string', default: '' },
        { name: 'value', displayName: 'Value', type: 'string', default: '' },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export interface HeaderEntries {
  entries?: { name?: string; value?: string }[];
}

/**
 * Headers of an answer, from pairs that a user typed; names in lower case, pairs without a name are passed over.
 * @throws NodeError for what could not be sent, line breaks above all
 */
export const readResponseHeaders = (headers: HeaderEntries | undefined): Record<string, string> => {
  const result = new Map<string, string>();
  for (const { name = '', value = '' } of headers?.entries ?? []) {
    const key = name.trim().toLowerCase();
    if (key === '') continue;
    if (!tokenPattern.test(key)) throw new NodeError(`"${name}" is not a valid header name`);
    if (forbiddenInValue.test(String(value))) {
      throw new NodeError(`The value of the header "${name}" contains a line break or control character`);
    }
    result.set(key, String(value));
  }
  return Object.fromEntries(result);
};
