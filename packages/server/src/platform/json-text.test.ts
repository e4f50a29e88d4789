import { expect, test } from 'vitest';
import { JsonText, member, withMembers } from './json-text.ts';

test.each([
  ['{}', [], {}],
  ['{"a":1}', [], { a: 1 }],
  ['{}', ['"b":2'], { b: 2 }],
  [' { "a" : {"x":"}"} } ', ['"b":2', '"c":[]'], { a: { x: '}' }, b: 2, c: [] }],
])('members join %s', (object, members, expected) => {
  expect(new JsonText(withMembers(object, members)).parse()).toEqual(expected);
});

test('any name can be a member', () => {
  const names = ['plain', 'with "quotes"', 'line\nbreak', 'constructor'];
  const { text } = new JsonText(
    withMembers(
      '{}',
      names.map((name) => member(name, '1')),
    ),
  );
  expect(Object.keys(JSON.parse(text))).toEqual(names);
});
