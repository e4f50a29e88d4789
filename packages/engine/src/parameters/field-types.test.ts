import type { FieldType, ParameterOption } from '@millrace/contract/data';
import { fieldTypes } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { toFieldType } from './field-types.ts';

const options: ParameterOption[] = [
  { name: 'Red', value: 'red' },
  { name: 'One', value: 1 },
];

test.each<[FieldType, unknown, unknown]>([
  ['string', 12, '12'],
  ['string', { a: 1 }, '{"a":1}'],
  ['string-alphanumeric', 'a_1', 'a_1'],
  ['number', '4.5', 4.5],
  ['number', true, 1],
  ['boolean', 'yes', true],
  ['boolean', 0, false],
  ['dateTime', '2026-01-31', '2026-01-31'],
  ['dateTime', '2026-01-31T08:00:00+02:00', '2026-01-31T08:00:00+02:00'],
  ['dateTime', 1_769_846_400_000, '2026-01-31T08:00:00.000Z'],
  ['dateTime', 'Sat, 31 Jan 2026 08:00:00 GMT', '2026-01-31T08:00:00.000Z'],
  ['dateTime', '1/31/2026', '2026-01-31T00:00:00.000Z'],
  ['time', '8:30', '8:30'],
  ['array', '[1, 2]', [1, 2]],
  ['array', ['a'], ['a']],
  ['object', '{"a": 1}', { a: 1 }],
  ['options', 'red', 'red'],
  ['options', 1, 1],
  ['url', 'millrace.example/a', 'http://millrace.example/a'],
  ['url', 'https://millrace.example', 'https://millrace.example'],
  ['jwt', 'aa.bb.cc', 'aa.bb.cc'],
  ['form-fields', '[{"fieldLabel": "Name"}]', [{ fieldLabel: 'Name' }]],
])('%s takes %j', (type, value, result) => {
  expect(toFieldType(value, type, options)).toEqual(result);
});

test.each<[FieldType, unknown, string]>([
  ['string-alphanumeric', '1a', 'Expected letters, digits and underscores, with no digit first, but got "1a"'],
  ['number', 'many', 'Expected a number but got "many"'],
  ['boolean', 'perhaps', 'Expected true or false but got "perhaps"'],
  ['dateTime', 'soon', 'Expected a date such as 2026-01-31T08:00:00Z but got "soon"'],
  ['time', '25:00', 'Expected a time such as 08:30 but got "25:00"'],
  ['array', '{"a": 1}', 'Expected a list but got "{\\"a\\": 1}"'],
  ['object', '[]', 'Expected an object but got "[]"'],
  ['options', 'blue', 'Expected one of "red", 1 but got "blue"'],
  ['url', 'no address', 'Expected a URL but got "no address"'],
  ['jwt', 'a.b', 'Expected a JSON web token but got "a.b"'],
  ['form-fields', '["Name"]', 'Expected a list of form fields but got "[\\"Name\\"]"'],
])('%s does not take %j', (type, value, message) => {
  expect(() => toFieldType(value, type, options)).toThrow(message);
});

test.each(fieldTypes)('%s leaves alone what is empty', (type) => {
  for (const empty of [undefined, null, '']) expect(toFieldType(empty, type)).toBe(empty);
});
