import { type Item, isObject, type Json, type JsonObject, type ParameterDefinition } from '@millrace/contract/data';
import { defineField, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { readField } from '../fields/assign.ts';
import { chosen } from '../fields/chosen.ts';
import type { AnyNode, Element, Html } from './document.ts';
import { toText } from './to-text.ts';

/** Values out of HTML by CSS selectors; HTML and its predecessor share it. */

export const extractionValues = {
  displayName: 'Extraction values',
  name: 'extractionValues',
  type: 'fixedCollection',
  placeholder: 'Add value',
  typeOptions: { multipleValues: true },
  default: {},
  options: [
    {
      name: 'values',
      displayName: 'Value',
      values: [
        {
          displayName: 'Key',
          name: 'key',
          type: 'string',
          default: '',
          placeholder: 'price',
          description: 'The field to put the value in',
        },
        {
          displayName: 'CSS selector',
          name: 'cssSelector',
          type: 'string',
          default: '',
          placeholder: '.price',
          description: 'The CSS selector of the elements to extract',
        },
        {
          displayName: 'Return value',
          name: 'returnValue',
          type: 'options',
          options: [
            { name: 'Attribute', value: 'attribute', description: 'The value of an attribute, such as href' },
            { name: 'HTML', value: 'html', description: 'The HTML inside the element' },
            { name: 'Text', value: 'text', description: 'The text as a reader would see it' },
            { name: 'Value', value: 'value', description: 'The value of an input, select or textarea' },
          ],
          default: 'text',
        },
        {
          displayName: 'Attribute',
          name: 'attribute',
          type: 'string',
          default: '',
          placeholder: 'href',
          displayOptions: { show: { returnValue: ['attribute'] } },
        },
        {
          displayName: 'Skip selectors',
          name: 'skipSelectors',
          type: 'string',
          default: '',
          placeholder: 'img, .advert, #footer',
          description: 'Elements to leave out of the text, separated by commas',
          displayOptions: { show: { returnValue: ['text'], '@version': [{ _cnd: { gt: 1.1 } }] } },
        },
        {
          displayName: 'Return array',
          name: 'returnArray',
          type: 'boolean',
          default: false,
          description: 'Whether to return a list with a value for each matching element instead of one value',
        },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const sourceParameters = <const R extends Readonly<Record<string, readonly string[]>>>(rules: R) =>
  [
    {
      displayName: 'Source data',
      name: 'sourceData',
      type: 'options',
      options: [
        { name: 'Binary', value: 'binary', description: 'HTML in a file' },
        { name: 'JSON', value: 'json', description: 'HTML in a field' },
      ],
      default: 'json',
      displayOptions: { show: { ...rules } },
    },
    {
      displayName: 'Input binary field',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      typeOptions: { binaryDataProperty: true },
      displayOptions: { show: { ...rules, sourceData: ['binary'] } },
    },
    {
      displayName: 'JSON property',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      requiresDataPath: 'single',
      description: 'The field that contains the HTML, or a list of HTML texts',
      displayOptions: { show: { ...rules, sourceData: ['json'] } },
    },
  ] as const satisfies readonly ParameterDefinition[];

interface Wanted {
  key?: string;
  cssSelector?: string;
  returnValue?: string;
  attribute?: string;
  skipSelectors?: string;
  returnArray?: boolean;
}

export interface TextOptions {
  trimValues?: boolean;
  cleanUpText?: boolean;
}

type Taker = (elements: readonly Element[], wanted: Wanted, html: Html) => string | undefined;

const takers = (readsText: boolean): Record<string, Taker> => ({
  attribute: ([first], { attribute = '' }) =>
    first && Object.hasOwn(first.attribs, attribute) ? first.attribs[attribute] : undefined,
  html: ([first], _wanted, html) => first && html.innerHtmlOf(first),
  value: ([first], _wanted, html) => first && formValueOf(first, html),
  text: readsText
    ? ([first], { skipSelectors = '' }, html) => {
        if (!first) return '';
        const skipped = new Set<AnyNode>(skipSelectors.trim() === '' ? [] : html.select(skipSelectors, first));
        return toText(first.children, skipped);
      }
    : (elements, _wanted, html) => elements.map((element) => html.textOf(element)).join('') || undefined,
});

const formValueOf = (element: Element, html: Html): string | undefined => {
  if (element.name === 'textarea') return html.textOf(element);
  if (element.name !== 'select') return element.attribs.value;
  const options = html.select('option', element);
  const option = options.find(({ attribs }) => attribs.selected !== undefined) ?? options[0];
  return option && (option.attribs.value ?? html.textOf(option));
};

const tidy = (value: string, { trimValues, cleanUpText }: TextOptions): string => {
  if (cleanUpText) return value.replace(/\s+/g, ' ').trim();
  return trimValues === false ? value : value.trim();
};

/** @param readsText texts are what a person reads, of the first element; before, all texts as they stand in all elements */
export const extract = (
  html: Html,
  values: readonly Wanted[],
  options: TextOptions,
  readsText: boolean,
): JsonObject => {
  const json: JsonObject = {};
  for (const wanted of values) {
    const take = chosen(takers(readsText), 'Return value', wanted.returnValue ?? 'text');
    const found = html.select(wanted.cssSelector ?? '');
    const read = (elements: readonly Element[]): string | undefined => {
      const value = take(elements, wanted, html);
      return value === undefined ? undefined : tidy(value, options);
    };
    const value: Json | undefined = wanted.returnArray ? found.map((element) => read([element]) ?? null) : read(found);
    if (value !== undefined) defineField(json, wanted.key ?? '', value);
  }
  return json;
};

/** The HTML texts of an item. @throws NodeError */
export const readSource = async (
  context: Pick<ExecuteContext, 'binary'>,
  item: Item,
  source: string,
  name: string,
  dotNotation: boolean,
): Promise<string[]> => {
  if (source === 'binary') {
    const file = item.binary && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
    if (!file) throw new NodeError(`The item has no file "${name}"`);
    return [new TextDecoder().decode(await context.binary.read(file))];
  }
  const value = readField(item.json, name, dotNotation);
  if (value === undefined) {
    throw new NodeError(`The item has no field "${name}"`, { description: 'Name the field that has the HTML.' });
  }
  return (Array.isArray(value) ? value : [value]).map((entry) => {
    if (isObject(entry)) throw new NodeError(`"${name}" is not HTML but an object`);
    return String(entry ?? '');
  });
};
