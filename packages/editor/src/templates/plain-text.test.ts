import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('a description is told in its own words, without signs, headings, pictures and code', () => {
  const markdown = [
    '## What it does',
    '![canvas](https://a.example/x.png)',
    'Sends **one** mail for each `row` of a [table](https://a.example).',
    '',
    '- first',
    '1. second',
    '```js',
    'const a = 1;',
    '```',
  ].join('\n');
  expect(plainText(markdown)).toBe('Sends one mail for each row of a table. first second');
});

test('names with an underscore keep it, and a long text is cut', () => {
  expect(plainText('Writes order_id and my_table')).toBe('Writes order_id and my_table');
  expect(plainText('word '.repeat(500))).toHaveLength(220);
});
