import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const origin = 'https://flows.example.com';
const target = (asked: unknown) => redirectTarget(asked, origin);

test('a path of this origin is followed, with its query and fragment', () => {
  expect(target('/workflow/5')).toBe('/workflow/5');
  expect(target('/workflow/5?a=%2F%2Fb#c')).toBe('/workflow/5?a=%2F%2Fb#c');
  expect(target('/settings/../workflow')).toBe('/workflow');
});

test.each([
  undefined,
  5,
  '',
  'workflow',
  'https://evil.example',
  'https://flows.example.com.evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  '/%',
  'data:text/html,x',
])('%j leads to the homepage', (asked) => {
  expect(target(asked)).toBe('/');
});
