/** What a model is given of an answer: what it needs, in fewer words. */
import { isObject, type Json, type JsonObject, type ParameterDefinition } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { keptFields, readField } from '../fields/assign.ts';
import { chosen } from '../fields/chosen.ts';
import { fieldNames } from '../fields/parameters.ts';
import { htmlReader } from '../html/document.ts';
import { extract } from '../html/extraction.ts';
import type { AnswerContent } from '../http/answer.ts';

const shown = (more: Readonly<Record<string, readonly (string | boolean)[]>> = {}) => ({
  show: { '@tool': [true], optimizeResponse: [true], ...more },
});

/** They are those of the node as a tool alone. */
export const shorteningParameters = [
  {
    name: 'optimizeResponse',
    displayName: 'Optimize response',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    displayOptions: { show: { '@tool': [true] } },
    description: 'Whether to pass only part of the response to the model, which saves tokens',
  },
  {
    name: 'responseType',
    displayName: 'Expected response type',
    type: 'options',
    default: 'json',
    displayOptions: shown(),
    options: [
      { name: 'JSON', value: 'json' },
      { name: 'HTML', value: 'html' },
      { name: 'Text', value: 'text' },
    ],
  },
  {
    name: 'dataField',
    displayName: 'Field containing data',
    type: 'string',
    default: '',
    placeholder: 'records',
    requiresDataPath: 'single',
    displayOptions: shown({ responseType: ['json'] }),
    hint: 'Leave empty to use the whole response',
    description: 'The field of the response that contains the data',
  },
  {
    name: 'fieldsToInclude',
    displayName: 'Include fields',
    type: 'options',
    default: 'all',
    displayOptions: shown({ responseType: ['json'] }),
    options: [
      { name: 'All', value: 'all' },
      { name: 'Selected', value: 'selected', description: 'Only the fields listed below' },
      { name: 'Except', value: 'except', description: 'All fields except those listed below' },
    ],
  },
  {
    ...fieldNames,
    name: 'fields',
    displayName: 'Fields',
    placeholder: 'id, customer.name',
    requiresDataPath: 'multiple',
    displayOptions: { ...shown({ responseType: ['json'] }), hide: { fieldsToInclude: ['all'] } },
    description: 'Field names, separated by commas. Use dots for nested fields.',
  },
  {
    name: 'cssSelector',
    displayName: 'Selector (CSS)',
    type: 'string',
    default: 'body',
    placeholder: 'body',
    displayOptions: shown({ responseType: ['html'] }),
    description: 'CSS selector of the elements to keep',
  },
  {
    name: 'onlyContent',
    displayName: 'Return only content',
    type: 'boolean',
    default: false,
    displayOptions: shown({ responseType: ['html'] }),
    description: 'Whether to return only the text, without tags and attributes',
  },
  {
    name: 'elementsToOmit',
    displayName: 'Elements to omit',
    type: 'string',
    default: '',
    placeholder: 'img, .menu, #footer',
    displayOptions: shown({ responseType: ['html'], onlyContent: [true] }),
    description: 'CSS selectors of the elements to remove, separated by commas',
  },
  {
    name: 'truncateResponse',
    displayName: 'Truncate response',
    type: 'boolean',
    default: false,
    displayOptions: shown({ responseType: ['text', 'html'] }),
    description: 'Whether to cut the response after a number of characters',
  },
  {
    name: 'maxLength',
    displayName: 'Max response characters',
    type: 'number',
    default: 1000,
    typeOptions: { minValue: 1 },
    displayOptions: shown({ responseType: ['text', 'html'], truncateResponse: [true] }),
  },
] as const satisfies readonly ParameterDefinition[];

type Name = (typeof shorteningParameters)[number]['name'];
export type Shorten = (content: AnswerContent) => AnswerContent | Promise<AnswerContent>;

const textOf = (content: AnswerContent): string => {
  if (content.kind === 'text') return content.text;
  if (content.kind === 'json') return JSON.stringify(content.value, null, 2);
  throw new NodeError('The answer is a file, of which no text can be given to a model', {
    description: 'Set the response format to "Text" to read it as text.',
  });
};

const fromJson = (content: AnswerContent, field: string, include: string, names: Json): Json => {
  if (content.kind !== 'json' || typeof content.value !== 'object' || content.value === null)
    throw new NodeError('The answer is no JSON object or list', {
      description: 'Choose another expected response type.',
    });
  const { value } = content;
  const wanted = (one: Json): Json => (isObject(one) ? (readField(one as JsonObject, field, true) ?? null) : null);
  if (field !== '' && !Array.isArray(value) && wanted(value) === null)
    throw new NodeError(`The answer has no field "${field}"`, {
      description: `It has ${Object.keys(value).join(', ') || 'none'}.`,
    });
  const data = field === '' ? value : Array.isArray(value) ? value.map(wanted) : wanted(value);
  return (Array.isArray(data) ? data : [data]).map((one) =>
    isObject(one) ? keptFields(one as JsonObject, include, names, true) : one,
  );
};

/** HTML as a list of its wanted elements; the same characters say more without white space. */
const fromHtml = async (text: string, selector: string, isText: boolean, omitted: string): Promise<string[]> => {
  const read = await htmlReader();
  const values = [
    {
      key: 'found',
      cssSelector: selector,
      returnValue: isText ? 'text' : 'html',
      skipSelectors: omitted,
      returnArray: true,
    },
  ];
  return (extract(read(text), values, { cleanUpText: true }, true).found ?? []) as string[];
};

const looksLikeHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|[a-z][\w-]*[\s>])/i.test(text);

const readableText = async (text: string): Promise<string> =>
  looksLikeHtml(text)
    ? (await fromHtml(text, 'body', true, 'script, style, nav, header, footer, aside, form')).join('\n')
    : text;

/** How answers are shortened; undefined: they are given whole. */
export const readShorten = (
  context: { parameter(name: Name, itemIndex: number): unknown },
  itemIndex: number,
): Shorten | undefined => {
  const read = (name: Name) => context.parameter(name, itemIndex);
  if (read('optimizeResponse') !== true) return undefined;
  const cut = (text: string): AnswerContent => ({
    kind: 'text',
    text: read('truncateResponse') === true ? text.slice(0, Number(read('maxLength'))) : text,
  });
  const ways: Readonly<Record<string, Shorten>> = {
    json: (content) => ({
      kind: 'json',
      value: fromJson(content, String(read('dataField')), String(read('fieldsToInclude')), read('fields') as Json),
      isEmpty: false,
    }),
    html: async (content) => {
      const isText = read('onlyContent') === true;
      const omitted = isText ? String(read('elementsToOmit')) : '';
      return cut(
        JSON.stringify(await fromHtml(textOf(content), String(read('cssSelector')), isText, omitted), null, 2),
      );
    },
    text: async (content) => cut(await readableText(textOf(content))),
  };
  return chosen(ways, 'Expected response type', read('responseType'));
};
