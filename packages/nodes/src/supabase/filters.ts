/** Conditions on rows, as PostgREST reads them from a query. */
import type { ParameterDefinition } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { choice, entries, text } from '../service/field.ts';

interface Condition {
  keyName?: string;
  condition?: string;
  searchFunction?: string;
  keyValue?: unknown;
}

const conditionValues = [
  {
    name: 'keyName',
    displayName: 'Field name or ID',
    type: 'options',
    default: '',
    typeOptions: { loadOptionsMethod: 'getTableColumns', loadOptionsDependsOn: ['tableId'] },
    description: 'The column to compare',
  },
  {
    name: 'condition',
    displayName: 'Condition',
    type: 'options',
    default: '',
    options: [
      { name: 'Equals', value: 'eq' },
      { name: 'Full-text', value: 'fullText' },
      { name: 'Greater than', value: 'gt' },
      { name: 'Greater than or equal', value: 'gte' },
      { name: 'ILIKE operator', value: 'ilike', description: 'Like LIKE, but not case-sensitive' },
      { name: 'Is', value: 'is', description: 'null, true, false or unknown' },
      { name: 'Less than', value: 'lt' },
      { name: 'Less than or equal', value: 'lte' },
      { name: 'LIKE operator', value: 'like', description: 'Use * for any characters' },
      { name: 'Not equals', value: 'neq' },
    ],
  },
  {
    name: 'searchFunction',
    displayName: 'Search function',
    type: 'options',
    default: '',
    displayOptions: { show: { condition: ['fullText'] } },
    options: [
      { name: 'to_tsquery', value: 'fts' },
      { name: 'plainto_tsquery', value: 'plfts' },
      { name: 'phraseto_tsquery', value: 'phfts' },
      { name: 'websearch_to_tsquery', value: 'wfts' },
    ],
  },
  {
    name: 'keyValue',
    displayName: 'Field value',
    type: 'string',
    default: '',
    description: 'The value to compare with',
  },
] as const satisfies readonly ParameterDefinition[];

const manual = { show: { filterType: ['manual'] } };
const matches = { anyFilter: 'Any filter', allFilters: 'All filters' };

/** @param canBeNone whether all rows may be meant */
export const filterFields = (canBeNone: boolean) =>
  [
    choice(
      'filterType',
      'Select type',
      { ...(canBeNone && { none: 'None' }), manual: 'Build manually', string: 'String' },
      { default: 'manual', description: 'How to select the rows' } as never,
    ),
    choice('matchType', 'Must match', matches, { displayOptions: manual }),
    entries(
      'filters',
      'Select conditions',
      { name: 'conditions', displayName: 'Condition', values: conditionValues },
      {
        placeholder: 'Add condition',
        displayOptions: manual,
      },
    ),
    text('filterString', 'Filters (string)', {
      placeholder: 'name=eq.jhon',
      displayOptions: { show: { filterType: ['string'] } },
      description: 'Conditions in PostgREST syntax, joined with &',
    }),
  ] as const;

const wordOf = ({ condition, searchFunction }: Condition): string => {
  const word = condition === 'fullText' ? searchFunction : condition;
  if (!word) throw new NodeError('A condition has no comparison', { description: 'Choose one, such as Equals.' });
  return word;
};

const plain = (value: unknown): string =>
  value === null || value === undefined ? 'null' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Within parentheses commas and the like belong to the language, unless they are quoted. */
const quoted = (value: unknown): string => {
  const written = plain(value);
  return /[,()"\\]/.test(written) ? `"${written.replace(/["\\]/g, '\\$&')}"` : written;
};

/** @throws NodeError for a condition without a column or a comparison */
export const conditionQuery = (conditions: readonly Condition[], matchType: string): [string, string][] => {
  for (const { keyName } of conditions) if (!keyName) throw new NodeError('A condition has no column');
  if (conditions.length === 0) return [];
  if (matchType === 'allFilters')
    return conditions.map((one): [string, string] => [String(one.keyName), `${wordOf(one)}.${plain(one.keyValue)}`]);
  return [['or', `(${conditions.map((one) => `${one.keyName}.${wordOf(one)}.${quoted(one.keyValue)}`).join(',')})`]];
};

/** `name=eq.Ada&age=gt.3`. A column may be named several times. */
export const stringQuery = (filter: string): [string, string][] =>
  filter
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part.trim() !== '')
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      if (at < 1) throw new NodeError(`"${part}" is no condition`, { description: 'Write it as name=eq.Ada' });
      return [decode(part.slice(0, at).trim()), decode(part.slice(at + 1))];
    });

const decode = (written: string): string => {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
};
