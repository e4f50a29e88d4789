import { expect, expectTypeOf, test } from 'vitest';
import { type AnyKey, createCatalogue, type PlainKey, type ValuesOf } from './catalogue.ts';

const texts = {
  plain: 'Save',
  named: '“{{name}}” is {{state}}',
  number: 'Page {{page, number}}',
  item_one: '{{count}} item',
  item_other: '{{count, number}} items',
  merged_one: 'A node was there',
  merged_other: '{{count}} nodes were there',
} as const;
type Texts = typeof texts;

const { add, text } = createCatalogue('en', texts);

test('places are filled in, numbers as people read them, and values with braces are left as they are', () => {
  expect(text('plain')).toBe('Save');
  expect(text('named', { name: '{{state}} $&', state: 'new' })).toBe('“{{state}} $&” is new');
  expect(text('number', { page: 12345 })).toBe('Page 12,345');
  expect(text('named', { name: 'A' })).toBe('“A” is ');
});

test('the plural form goes by the count', () => {
  expect([0, 1, 2, 1234].map((count) => text('item', { count }))).toEqual([
    '0 items',
    '1 item',
    '2 items',
    '1,234 items',
  ]);
});

test('texts are added, and a key without a text is shown itself', () => {
  expect(text('later')).toBe('later');
  add({ later: 'Here' });
  expect(text('later')).toBe('Here');
});

test('texts of another language come before those in English, also when these are added later', () => {
  const german = createCatalogue('de', texts);
  german.translate({ plain: 'Speichern', later: 'Da', item_one: '{{count}} Element' });
  german.add({ later: 'Here' });
  expect([german.text('plain'), german.text('later')]).toEqual(['Speichern', 'Da']);
  expect([1, 1234].map((count) => german.text('item', { count }))).toEqual(['1 Element', '1.234 items']);
});

test('the compiler knows which values a text takes', () => {
  expectTypeOf<AnyKey<Texts>>().toEqualTypeOf<'plain' | 'named' | 'number' | 'item' | 'merged'>();
  expectTypeOf<PlainKey<Texts>>().toEqualTypeOf<'plain'>();
  expectTypeOf<ValuesOf<Texts, 'plain'>>().toEqualTypeOf<[]>();
  type Values<Key extends string> = Exclude<ValuesOf<Texts, Key>[0], undefined>;
  expectTypeOf<keyof Values<'named'>>().toEqualTypeOf<'name' | 'state'>();
  expectTypeOf<keyof Values<'number'>>().toEqualTypeOf<'page'>();
  expectTypeOf<Values<'item'>>().toHaveProperty('count').toEqualTypeOf<number>();
  expectTypeOf<keyof Values<'merged'>>().toEqualTypeOf<'count'>();
});
