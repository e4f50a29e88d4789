import { expect, test } from 'vitest';
import { initials, personName } from './person-name.ts';

const person = (firstName: string | null, lastName: string | null) => ({
  firstName,
  lastName,
  email: 'ada@example.com',
});

test('a person is called by name, and by address until there is one', () => {
  expect(personName(person('Ada', 'Lovelace'))).toBe('Ada Lovelace');
  expect(personName(person('Ada', null))).toBe('Ada');
  expect(personName(person(null, null))).toBe('ada@example.com');
});

test('initials are whole signs, of whatever script', () => {
  expect(initials(person('ada', 'lovelace'))).toBe('AL');
  expect(initials(person('محمد', 'علي'))).toBe('مع');
  expect(initials(person('👩🏽‍🚀 Sally', 'Ride'))).toBe('👩🏽‍🚀R');
  expect(initials(person(null, null))).toBe('A');
});
