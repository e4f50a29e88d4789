import { expect, test } from 'vitest';
import { german } from './de/index.ts';

const english: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(import.meta.glob<Record<string, Record<string, string>>>('./en/*.ts', { eager: true })).flatMap(
    (file) => Object.values(file),
  ),
);

const placesOf = (text: string): string[] => (text.match(/\{\{\w+(?:, \w+)?\}\}/g) ?? []).sort();

test('a German text takes the same values as the English one', () => {
  for (const [key, text] of Object.entries(german)) {
    const there = english[key] ?? '';
    expect(there, key).not.toBe('');
    // A form for one may leave the number out, or say it.
    const [wanted, given] = [placesOf(there), placesOf(text)].map((places) =>
      places.filter((place) => !(key.endsWith('_one') && place.startsWith('{{count'))),
    );
    expect(given, key).toEqual(wanted);
  }
});

test('every English text has a German one', () => {
  expect(Object.keys(english).filter((key) => !Object.hasOwn(german, key))).toEqual([]);
});
