import { expect, it } from 'vitest';
import { readRange } from './range-header.ts';

it.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['Bytes=8-99', { first: 8, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=a-b', undefined],
  ['items=0-1', undefined],
  [`bytes=0-${'9'.repeat(400)}`, undefined],
  [undefined, undefined],
])('%s of ten bytes', (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});

it.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('%s of an empty file is nothing', (header) => {
  expect(readRange(header, 0)).toBe('none');
});
