import { isObject, type Json } from '@millrace/contract/data';
import { isExpression } from '@millrace/engine/expressions';
import type { CredentialType } from '../types.ts';

type Property = CredentialType['properties'][number];

/** In characters, of one field as JSON. */
const longest = 256 * 1024;

const isText = (value: Json): boolean => typeof value === 'string';

const expectations: Partial<Record<Property['type'], [expected: string, is: (value: Json) => boolean]>> = {
  string: ['text', (value) => isText(value) || (Array.isArray(value) && value.every(isText))],
  dateTime: ['text', isText],
  color: ['text', isText],
  number: ['a number', (value) => value === null || value === '' || typeof value === 'number'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  json: ['JSON', (value) => isText(value) || isObject(value) || Array.isArray(value)],
  collection: ['an object', isObject],
  fixedCollection: ['an object', isObject],
};

const isAmongOptions = (property: Property, value: Json): boolean => {
  if (property.type !== 'options' && property.type !== 'multiOptions') return true;
  if (property.allowArbitraryValues || property.options === undefined || value === '') return true;
  const values = new Set<unknown>(property.options.map((option) => option.value));
  return (Array.isArray(value) ? value : [value]).every((one) => values.has(one));
};

/**
 * What is wrong with the value of a field, as a text that goes on from its name. What is empty is not wrong: a credential may be stored before
 * all is known.
 */
export const problemOf = (property: Property, value: Json): string | undefined => {
  if (JSON.stringify(value).length > longest) return 'is too long';
  if (JSON.stringify(value).includes('\\u0000')) return 'must not hold a null character';
  if (typeof value === 'string' && isExpression(value)) return undefined;
  const [expected, is] = expectations[property.type] ?? [];
  if (expected !== undefined && !is?.(value)) return `must be ${expected}`;
  if (!isAmongOptions(property, value)) return `has no choice ${JSON.stringify(value)}`;
  return undefined;
};
