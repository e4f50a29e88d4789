import type { Item } from '@millrace/contract/data';
import { runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { executeWorkflowTrigger } from './execute-workflow-trigger.node.ts';

const call = (parameters: Record<string, unknown>, items?: Item[], typeVersion = 1.1) =>
  runNode(executeWorkflowTrigger, {
    typeVersion,
    parameters: parameters as never,
    ...(items && { payload: { kind: 'items', items } }),
  });
const fields = (...values: { name?: string; type?: string }[]) => ({ workflowInputs: { values } });
const file = { data: { id: '1/x', mimeType: 'text/plain' } };

describe('When Called by Another Workflow', () => {
  it('takes the fields that it names, in their types, and no others', async () => {
    const parameters = fields(
      { name: 'text' },
      { name: 'count', type: 'number' },
      { name: 'isOpen', type: 'boolean' },
      { name: 'list', type: 'array' },
      { name: 'details', type: 'object' },
      { name: 'free', type: 'any' },
      { name: 'missing', type: 'number' },
    );
    const { items } = await call(parameters, [
      {
        json: { text: 5, count: ' 4.5 ', isOpen: 'True', list: '[1]', details: '{"a":1}', free: [2], other: 1 },
        binary: file,
      },
      { json: { text: { a: 1 }, count: 0, isOpen: 0, list: [], details: {}, free: null, missing: null } },
    ]);
    expect(items).toEqual([
      {
        json: { text: '5', count: 4.5, isOpen: true, list: [1], details: { a: 1 }, free: [2], missing: null },
        binary: file,
      },
      { json: { text: '{"a":1}', count: 0, isOpen: false, list: [], details: {}, free: null, missing: null } },
    ]);
  });

  it.each([
    ['number', 'abc', 'must be a number, and is "abc"'],
    ['number', '', 'must be a number, and is ""'],
    ['number', [1], 'must be a number, and is [1]'],
    ['boolean', 'perhaps', 'must be a boolean, and is "perhaps"'],
    ['array', '{"a":1}', 'must be an array'],
    ['object', '[', 'must be an object, and is "["'],
  ])('as %s it does not take %j, and names field and item', async (type, value, message) => {
    const { error } = await call(fields({ name: 'x', type }), [{ json: { x: null } }, { json: { x: value } }]);
    expect(error?.message).toContain(`The field "x" of item 1 ${message}`);
    expect(error?.itemIndex).toBe(1);
  });

  it('takes the fields of an example', async () => {
    const jsonExample = '{"name": "Ada", "age": 36, "tags": [], "more": {}, "is": true, "what": null}';
    const parameters = { inputSource: 'jsonExample', jsonExample };
    const { json } = await call(parameters, [{ json: { name: 1, age: '2', other: 3, what: [1] } }]);
    expect(json).toEqual([{ name: '1', age: 2, tags: null, more: null, is: null, what: [1] }]);
    expect((await call(parameters)).json).toEqual([JSON.parse(jsonExample)]);
  });

  it.each([
    [{ inputSource: 'passthrough' }, 1.1],
    [{}, 1.1],
    [{}, 1],
    [{ ...fields({ name: 'a' }) }, 1],
  ])('takes everything with %j in version %s', async (parameters, typeVersion) => {
    const items = [{ json: { a: 1, b: 2 }, binary: file }, { json: {} }];
    expect((await call(parameters, items, typeVersion)).items).toEqual(items);
    expect((await call(parameters, [], typeVersion)).items).toEqual([]);
  });

  it('begins a run by hand with one item', async () => {
    expect((await call(fields({ name: 'a' }))).json).toEqual([{ a: null }]);
    expect((await call({}, undefined, 1)).json).toEqual([{}]);
  });

  it('may be called with fields that are called like members of Object', async () => {
    const parameters = fields({ name: 'constructor', type: 'any' }, { name: '__proto__', type: 'any' });
    const { json } = await call(parameters, [{ json: {} }]);
    expect(Object.getOwnPropertyNames(json[0])).toEqual(['constructor', '__proto__']);
    expect(json[0]?.constructor).toBeNull();
  });

  it.each([
    [fields({ name: ' ' }), 'Field 1 of the workflow’s input has no name'],
    [fields({ name: 'a' }, { name: 'a' }), 'Two fields of the workflow’s input are called "a"'],
    [fields({ name: 'a', type: 'toString' }), 'The field "a" has the unknown type "toString"'],
    [{ inputSource: 'jsonExample', jsonExample: '[1]' }, 'must be an object'],
    [{ inputSource: 'jsonExample', jsonExample: '{' }, 'JSON'],
  ])('%j is refused', async (parameters, message) => {
    expect((await call(parameters, [{ json: {} }])).error?.message).toContain(message);
  });
});
