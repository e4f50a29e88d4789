import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';
import { pathOf, placesOf } from './use-trigger-check.ts';

test('the parameter that a node names is a path into them', () => {
  expect(pathOf('parameters.path')).toEqual(['path']);
  expect(pathOf('parameters.rule.interval[1].expression')).toEqual(['rule', 'interval', 1, 'expression']);
});

test('an expression that is no schedule is found where it stands', () => {
  const parameters = { rule: { interval: [{ field: 'days' }, { expression: ' 0 99  * * *' }] }, other: 5 };
  expect(placesOf(parameters, '0 99 * * *')).toEqual([['rule', 'interval', 1, 'expression']]);
  expect(placesOf(parameters, '0 9 * * *')).toEqual([]);
});

test.each([
  ['GET', 'http://host/a', "curl 'http://host/a'"],
  ['DELETE', 'http://host/a', "curl -X DELETE 'http://host/a'"],
  ['POST', "http://host/it's", "curl -X POST 'http://host/it'\\''s' -H 'Content-Type: application/json' -d '{}'"],
])('%s %s is called by a command', (method, address, command) => {
  expect(curlOf(method, address)).toBe(command);
});
