import { type Item, isObject, type Json, type JsonObject, type ParameterDefinition } from '@millrace/contract/data';
import { defineField, defineNode, type ExecuteContext, NodeError, toJsonValue } from '@millrace/engine/node-api';
import { readField } from '../fields/assign.ts';

const toJsonMode = { show: { mode: ['xmlToJson'] } };
const toXmlMode = { show: { mode: ['jsonToxml'] } };

const attributeKey = {
  displayName: 'Attribute key',
  name: 'attrkey',
  type: 'string',
  default: '$',
  description: 'The field that holds the attributes of an element',
} as const satisfies ParameterDefinition;

const characterKey = {
  displayName: 'Character key',
  name: 'charkey',
  type: 'string',
  default: '_',
  description: 'The field that holds the text of an element that contains more than text',
} as const satisfies ParameterDefinition;

const flag = <const N extends string, const D extends boolean>(
  displayName: string,
  name: N,
  preset: D,
  description: string,
) => ({ displayName, name, type: 'boolean', default: preset, description }) as const satisfies ParameterDefinition;

const parameters = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    options: [
      { name: 'JSON to XML', value: 'jsonToxml', description: 'Convert the fields of each item to XML' },
      { name: 'XML to JSON', value: 'xmlToJson', description: 'Convert XML to fields' },
    ],
    default: 'xmlToJson',
  },
  {
    displayName: 'Property name',
    name: 'dataPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The field to put the XML in',
    displayOptions: toXmlMode,
  },
  {
    displayName: 'Property name',
    name: 'dataPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    requiresDataPath: 'single',
    description: 'The field that contains the XML',
    displayOptions: toJsonMode,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      flag('Allow surrogate chars', 'allowSurrogateChars', false, 'Whether to allow emoji and other rare characters'),
      attributeKey,
      flag('Cdata', 'cdata', false, 'Whether to wrap special characters in CDATA instead of escaping them'),
      characterKey,
      flag('Headless', 'headless', false, 'Whether to leave out the XML declaration, <?xml …?>'),
      {
        displayName: 'Root name',
        name: 'rootName',
        type: 'string',
        default: 'root',
        description: 'The name of the root element, for items with more than one field',
      },
    ],
    displayOptions: toXmlMode,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      attributeKey,
      characterKey,
      flag(
        'Explicit array',
        'explicitArray',
        false,
        'Whether to always return children as lists, even if there is only one',
      ),
      flag('Explicit root', 'explicitRoot', true, 'Whether to return the root element as a field'),
      flag('Ignore attributes', 'ignoreAttrs', false, 'Whether to ignore attributes'),
      flag(
        'Merge attributes',
        'mergeAttrs',
        true,
        'Whether to merge attributes with the child elements instead of a field of their own',
      ),
      flag('Normalize', 'normalize', false, 'Whether to collapse multiple spaces within text'),
      flag('Normalize tags', 'normalizeTags', false, 'Whether to convert element names to lowercase'),
      flag('Trim', 'trim', false, 'Whether to trim spaces around text'),
    ],
    displayOptions: toJsonMode,
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const xmlNode = defineNode({
  name: 'core.xml',
  displayName: 'XML',
  aliases: ['n8n-nodes-base.xml'],
  description: 'Converts fields to XML and XML to fields',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'XML', color: '#2f9457' },
  subtitle: '={{ $parameter.mode }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['parse', 'convert', 'soap', 'feed', 'sitemap'],
  },
  parameters,
  execute: async (context) => {
    const { Builder, Parser } = await import('xml2js');
    if (context.parameter('mode') === 'jsonToxml') {
      const builder = new Builder(buildingOptions(context));
      return context.forEachItem((item, index) => {
        const json: JsonObject = {};
        defineField(json, context.parameter('dataPropertyName', index), build(builder, item.json));
        return { json };
      });
    }
    const options = readingOptions(context);
    return context.forEachItem((item, index): Item => {
      const name = context.parameter('dataPropertyName', index);
      const text = readField(item.json, name, true);
      if (text === undefined || text === null) {
        throw new NodeError(`The item has no field "${name}"`, { description: 'Name the field that has the XML.' });
      }
      return { json: parse(new Parser(options), typeof text === 'object' ? JSON.stringify(text) : String(text)) };
    });
  },
});

type BuildingOptions = {
  allowSurrogateChars?: boolean;
  attrkey?: string;
  cdata?: boolean;
  charkey?: string;
  headless?: boolean;
  rootName?: string;
};

const buildingOptions = (context: Context): BuildingOptions => {
  const { allowSurrogateChars, attrkey, cdata, charkey, headless, rootName } = context.parameter(
    'options',
  ) as BuildingOptions;
  return {
    allowSurrogateChars: allowSurrogateChars ?? false,
    attrkey: attrkey || '$',
    cdata: cdata ?? false,
    charkey: charkey || '_',
    headless: headless ?? false,
    rootName: rootName || 'root',
  };
};

const readingOptions = (context: Context) => {
  const options = context.parameter('options') as Record<string, string | boolean | undefined>;
  const is = (name: string, preset: boolean) => (typeof options[name] === 'boolean' ? options[name] : preset);
  return {
    attrkey: String(options.attrkey || '$'),
    charkey: String(options.charkey || '_'),
    explicitArray: is('explicitArray', false),
    explicitRoot: is('explicitRoot', true),
    ignoreAttrs: is('ignoreAttrs', false),
    mergeAttrs: is('mergeAttrs', true),
    normalize: is('normalize', false),
    normalizeTags: is('normalizeTags', false),
    trim: is('trim', false),
    tagNameProcessors: [marked],
    attrNameProcessors: [marked],
  };
};

/** @throws NodeError where a field has a name, or a text characters, that XML cannot have */
const build = (builder: { buildObject(json: JsonObject): string }, json: JsonObject): string => {
  try {
    return builder.buildObject(json);
  } catch (error) {
    throw new NodeError('The item cannot be written as XML', {
      description: error instanceof Error ? error.message : '',
      cause: error,
    });
  }
};

interface XmlParser {
  parseString(text: string, done: (error: Error | null, result: unknown) => void): void;
}

/** The parser takes names that every object has, such as `constructor`, for fields that are there: meanwhile they have a mark, which XML cannot have. */
const mark = '\u0000';
const marked = (name: string): string => (name in Object.prototype ? mark + name : name);

const withoutMarks = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isObject(value)) return value;
  const json: JsonObject = {};
  for (const [name, entry] of Object.entries(value as JsonObject))
    defineField(json, name.startsWith(mark) ? name.slice(1) : name, withoutMarks(entry ?? null));
  return json;
};

/** It calls back before it returns. Entities of a document's own are not known to it, so none can grow. */
const parse = (parser: XmlParser, text: string): JsonObject => {
  let outcome: { error: Error | null; result?: unknown } | undefined;
  parser.parseString(text, (error, result) => {
    outcome ??= { error, result };
  });
  if (outcome?.error) {
    const [message = ''] = outcome.error.message.split('\n');
    throw new NodeError(`The XML cannot be read: ${message}`, {
      description: outcome.error.message,
      cause: outcome.error,
    });
  }
  const plain = toJsonValue(outcome?.result);
  const json = mayHaveMarks.test(text) ? withoutMarks(plain) : plain;
  // Without its root an element may be a text alone.
  return isObject(json) ? (json as JsonObject) : { value: json };
};

const mayHaveMarks = new RegExp(Object.getOwnPropertyNames(Object.prototype).join('|'), 'i');
