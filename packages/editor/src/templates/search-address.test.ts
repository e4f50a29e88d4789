import { expect, test } from 'vitest';
import { readTemplatesAddress, searchFor } from './search-address.ts';

test('an address holds what is looked for, and nothing for nothing', () => {
  expect(searchFor('mails', [3, 1])).toEqual({ search: 'mails', categories: '3,1' });
  expect(searchFor('')).toEqual({});
});

test('digits stand there as they are, without quotation marks', () => {
  expect(searchFor('2026', [7])).toEqual({ search: 2026, categories: 7 });
  expect(searchFor('007')).toEqual({ search: '007' });
});

test('what a person has written there is read as far as it can be', () => {
  expect(readTemplatesAddress({ search: 12, categories: '1, x,2,,2,-3', page: 4 })).toEqual({
    search: 12,
    categories: '1,2,3',
  });
  expect(readTemplatesAddress({ search: ['a'], categories: null })).toEqual({});
});
