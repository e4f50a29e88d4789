import { expect, test, vi } from 'vitest';
import { JsonText } from '../platform/json-text.ts';
import { isPartial, splitStart, startText } from './stored-start.ts';

const call = new JsonText('{"kind":"trigger","node":"Webhook","payload":{"kind":"webhook","request":{"body":{}}}}');
const answer = { responseData: 'x","start":{},"y', responsePropertyName: 'a\\' };

test('what stands before a start is read without it, whatever is in either', () => {
  const items = JSON.stringify(Array.from({ length: 1000 }, () => ({ json: { a: 1, start: {} } })));
  const large = new JsonText(`{"kind":"trigger","payload":{"kind":"items","items":${items}}}`);
  const text = startText(large, { depth: 2, destinationNode: ',"start":', lastNodeAnswer: answer as never });
  const parse = vi.spyOn(JSON, 'parse');
  const { head, start } = splitStart(text);
  const longest = Math.max(...parse.mock.calls.map(([given]) => given.length));
  parse.mockRestore();
  expect(longest).toBeLessThan(200);
  expect(head).toEqual({ depth: 2, destinationNode: ',"start":', lastNodeAnswer: answer });
  expect(start.text).toBe(large.text);
  expect(JSON.parse(text)).toEqual({ ...head, start: start.parse() });
});

test('rows of earlier versions are read in whatever order their members stand', () => {
  for (const text of [
    `{"start":${call.text}}`,
    `{"destinationNode":"A","start":${call.text},"lastNodeAnswer":{"responseCode":201}}`,
    `{"start":${call.text},"depth":1}`,
  ]) {
    const { start, ...head } = JSON.parse(text);
    const split = splitStart(text);
    expect(split.head).toEqual(head);
    expect(split.start.parse()).toEqual(start);
  }
});

test('a start in the middle of a workflow is known by its text', () => {
  const partial = startText({ kind: 'partial', startNodes: ['A'], runData: {}, payload: { kind: 'manual' } }, {});
  expect(isPartial(splitStart(partial).start)).toBe(true);
  expect(isPartial(splitStart(startText(call, {})).start)).toBe(false);
});
