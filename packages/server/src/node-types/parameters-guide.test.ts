import { readFile } from 'node:fs/promises';
import { fieldTypes, namedSchemas } from '@millrace/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** docs/guides/parameters.md has a word on everything that a definition can say. */

const page = await readFile(new URL('../../../../docs/guides/parameters.md', import.meta.url), 'utf8');
const isNamed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(page);

const keysOf = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const byType = Object.entries(namedSchemas).flatMap(([name, schema]) =>
  name.endsWith('Parameter') && schema instanceof z.ZodObject ? [schema] : [],
);
const types = byType.flatMap(({ shape }) =>
  'type' in shape && shape.type instanceof z.ZodLiteral ? [...shape.type.values] : [],
);

test('every type has its row', () => {
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter((type) => !page.includes(`\n| \`${type}\` | `))).toEqual([]);
});

test.each([
  ['a parameter', [...new Set(byType.flatMap(keysOf))]],
  ['type options', keysOf(namedSchemas.TypeOptions)],
  ['conditions', keysOf(namedSchemas.FilterTypeOptions)],
  ['a resource mapper', keysOf(namedSchemas.ResourceMapperTypeOptions)],
  ['a button', keysOf(namedSchemas.ButtonConfig)],
  ['an option', keysOf(namedSchemas.ParameterOption)],
  ['a mode', keysOf(namedSchemas.ResourceLocatorMode)],
  ['a column', keysOf(namedSchemas.MappedField)],
  ['the values of validateType', [...fieldTypes]],
])('every key of %s is named', (_, keys) => {
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => !isNamed(key))).toEqual([]);
});
