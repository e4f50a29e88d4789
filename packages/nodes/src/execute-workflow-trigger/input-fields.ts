import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { convertValue, type FieldType } from '../fields/assign.ts';

/** What a workflow takes when another one calls it. */

type InputType = FieldType | 'any';

export interface InputField {
  name: string;
  type: InputType;
}

const fieldTypes: readonly string[] = ['any', 'string', 'number', 'boolean', 'array', 'object'] satisfies InputType[];

/** @throws NodeError for a field without a name, a name that is there twice, and a type that is none */
export const readInputFields = (values: readonly { name?: string; type?: string }[]): InputField[] => {
  const names = new Set<string>();
  return values.map(({ name = '', type = 'string' }, index) => {
    const trimmed = name.trim();
    if (trimmed === '') throw new NodeError(`Field ${index + 1} of the workflow’s input has no name`);
    if (names.has(trimmed)) throw new NodeError(`Two fields of the workflow’s input are called "${trimmed}"`);
    if (!fieldTypes.includes(type)) throw new NodeError(`The field "${trimmed}" has the unknown type "${type}"`);
    names.add(trimmed);
    return { name: trimmed, type: type as InputType };
  });
};

/** The fields of an example. @throws NodeError unless it is an object */
export const readExample = (example: unknown): InputField[] => {
  let value = example;
  if (typeof example === 'string') {
    try {
      value = JSON.parse(example);
    } catch (cause) {
      throw new NodeError('The JSON example of the workflow’s input is not valid JSON', { cause });
    }
  }
  if (!isObject(value)) {
    throw new NodeError('The JSON example of the workflow’s input must be an object', {
      description: 'Write it with the names of the fields, as in {"name": "Ada", "age": 36}.',
    });
  }
  return Object.entries(value).map(([name, sample]) => ({ name, type: typeOf(sample as Json) }));
};

const typeOf = (sample: Json): InputType => {
  if (sample === null) return 'any';
  if (Array.isArray(sample)) return 'array';
  return typeof sample as InputType;
};

/**
 * The fields of one item and no others, each in its type; null where a field is missing.
 * @throws NodeError that names field and item
 */
export const takeFields = (json: JsonObject, fields: readonly InputField[], itemIndex: number): JsonObject => {
  const entries = fields.map(({ name, type }): [string, Json] => {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value === undefined || value === null) return [name, null];
    const converted = type === 'any' ? value : convertValue(value, type);
    if (converted !== undefined) return [name, converted];
    throw new NodeError(
      `The field "${name}" of item ${itemIndex} must be ${article(type)}, and is ${describe(value)}`,
      {
        description: 'Change what the calling workflow sends, or the type of the field in this trigger.',
        itemIndex,
      },
    );
  });
  return Object.fromEntries(entries);
};

const article = (type: InputType): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const describe = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
