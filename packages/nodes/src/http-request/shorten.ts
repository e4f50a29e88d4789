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
    displayName: 'Optimize Response',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    displayOptions: { show: { '@tool': [true] } },
    description: 'Whether the model gets a part of the answer only, which costs less and distracts it less',
  },
  {
    name: 'responseType',
    displayName: 'Expected Response Type',
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
    displayName: 'Field Containing Data',
    type: 'string',
    default: '',
    placeholder: 'records',
    requiresDataPath: 'single',
    displayOptions: shown({ responseType: ['json'] }),
    hint: 'Empty takes the whole answer',
    description: 'Field of the answer that holds what is wanted',
  },
  {
    name: 'fieldsToInclude',
    displayName: 'Include Fields',
    type: 'options',
    default: 'all',
    displayOptions: shown({ responseType: ['json'] }),
    options: [
      { name: 'All', value: 'all' },
      { name: 'Selected', value: 'selected', description: 'Those named below' },
      { name: 'Except', value: 'except', description: 'All but those named below' },
    ],
  },
  {
    ...fieldNames,
    name: 'fields',
    displayName: 'Fields',
    placeholder: 'id, customer.name',
    requiresDataPath: 'multiple',
    displayOptions: { ...shown({ responseType: ['json'] }), hide: { fieldsToInclude: ['all'] } },
    description: 'Names with commas between; dots lead into objects',
  },
  {
    name: 'cssSelector',
    displayName: 'Selector (CSS)',
    type: 'string',
    default: 'body',
    placeholder: 'body',
    displayOptions: shown({ responseType: ['html'] }),
    description: 'Elements of the page that are wanted',
  },
  {
    name: 'onlyContent',
    displayName: 'Return Only Content',
    type: 'boolean',
    default: false,
    displayOptions: shown({ responseType: ['html'] }),
    description: 'Whether the text is wanted alone, without tags and attributes',
  },
  {
    name: 'elementsToOmit',
    displayName: 'Elements to Omit',
    type: 'string',
    default: '',
    placeholder: 'img, .menu, #footer',
    displayOptions: shown({ responseType: ['html'], onlyContent: [true] }),
    description: 'Selectors of what is left out, with commas between',
  },
  {
    name: 'truncateResponse',
    displayName: 'Truncate Response',
    type: 'boolean',
    default: false,
    displayOptions: shown({ responseType: ['text', 'html'] }),
    description: 'Whether what comes after a number of characters is left out',
  },
  {
    name: 'maxLength',
    displayName: 'Max Response Characters',
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
