import { expect, test } from 'vitest';
import { typeDocumentation } from './type-documentation.ts';

const helpLinks = { documentation: 'https://docs.example/kb/', forum: '', course: '' };
const telemetry = { enabled: true };
const tracking = 'utm_source=millrace&utm_medium=editor&utm_campaign=core.set';

test.each([
  ['https://maker.example/set', { helpLinks, telemetry }, 'https://maker.example/set'],
  [undefined, {}, '/help/nodes/core.set'],
  [undefined, { helpLinks }, 'https://docs.example/kb/nodes/core.set'],
  [undefined, { helpLinks, telemetry }, `https://docs.example/kb/nodes/core.set?${tracking}`],
  ['/set-a-field', { helpLinks, telemetry }, `https://docs.example/kb/set-a-field?${tracking}`],
  ['help/nodes/core.set', {}, '/help/nodes/core.set'],
  ['help/nodes/core.set', { helpLinks }, 'https://docs.example/kb/nodes/core.set'],
  ['javascript:alert(1)', {}, '/help/nodes/core.set'],
  ['javascript:alert(1)', { helpLinks }, 'https://docs.example/kb/nodes/core.set'],
])('of a type that names %s, with %o, is at %s', (address, settings, expected) => {
  expect(typeDocumentation('core.set', address, 'nodes/core.set', settings)).toBe(expected);
});
