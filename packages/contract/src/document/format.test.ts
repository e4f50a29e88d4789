import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../json.ts';
import { type FormatWorkflow, fromFormat, toFormat } from './format.ts';

const ab = (): FormatWorkflow => ({
  nodes: [
    { name: 'A', type: 'core.set', position: [0, 0] },
    { name: 'B', type: 'core.set', position: [220, 0] },
  ],
  connections: { A: { main: [[{ node: 'B', type: 'main', index: 0 }]] } },
});

const json = fc.jsonValue({ maxDepth: 1 });
const names = fc.uniqueArray(
  fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '0', '12')),
  { minLength: 1, maxLength: 5 },
);
const isFree = (key: string) => key !== '__proto__';

/** Any workflow of the public format, with unknown keys at every level and outputs that lead nowhere. */
const workflows = names
  .filter((list) => list.every(isFree))
  .chain((list) => {
    const target = fc
      .record({ node: fc.constantFrom(...list), type: fc.constantFrom('main', 'ai_tool'), index: fc.nat(3) })
      .chain((base) =>
        fc
          .dictionary(
            fc.string().filter((key) => isFree(key) && !Object.hasOwn(base, key)),
            json,
            { maxKeys: 1 },
          )
          .map((more) => ({ ...base, ...more })),
      );
    const outputs = fc.array(fc.option(fc.array(target, { maxLength: 3 })), { maxLength: 4 });
    const byType = fc.dictionary(fc.constantFrom('main', 'ai_tool', 'toString'), outputs);
    return fc.record({
      name: fc.string(),
      nodes: fc.tuple(
        ...list.map((name) =>
          fc.record({
            name: fc.constant(name),
            id: fc.constantFrom(undefined, 'x', 'y', '1', '', '__proto__', 'toString'),
            type: fc.string({ minLength: 1 }),
            position: fc.tuple(fc.integer(), fc.integer()),
            parameters: fc.dictionary(fc.string().filter(isFree), json, { maxKeys: 2 }),
            extra: json,
          }),
        ),
      ),
      connections: fc.dictionary(fc.constantFrom(...list), byType),
      settings: fc.dictionary(fc.string().filter(isFree), fc.string(), { maxKeys: 2 }),
      meta: fc.dictionary(fc.string().filter(isFree), fc.string(), { maxKeys: 2 }),
      pinData: fc.dictionary(
        fc.constantFrom(...list),
        fc.array(fc.dictionary(fc.string().filter(isFree), json, { maxKeys: 2 })),
        {
          minKeys: 1,
        },
      ),
    });
  });

test('what is read is written again, whatever it holds, in the same order', () => {
  fc.assert(
    fc.property(workflows, (given) => {
      const workflow = JSON.parse(JSON.stringify(given)) as FormatWorkflow;
      const written = toFormat(fromFormat(workflow));
      expect(written).toEqual(workflow);
      expect(JSON.stringify(written.nodes)).toBe(JSON.stringify(workflow.nodes));
      expect(JSON.stringify(written.connections)).toBe(JSON.stringify(workflow.connections));
    }),
    { numRuns: 100 },
  );
});

test('connections and pinned data of nodes that do not exist are left out', () => {
  const workflow: FormatWorkflow = {
    ...ab(),
    pinData: { Gone: [{ x: 1 }] },
  };
  workflow.connections.Gone = { main: [[{ node: 'A', type: 'main', index: 0 }]] };
  workflow.connections.A?.main?.[0]?.push({ node: 'Gone', type: 'main', index: 0 });
  const written = toFormat(fromFormat(workflow));
  expect(written.connections).toEqual({ A: { main: [[{ node: 'B', type: 'main', index: 0 }]] } });
  expect(written).not.toHaveProperty('pinData');
});

test('what the server decides is not part of the document', () => {
  const written = toFormat(
    fromFormat({
      ...ab(),
      id: '5',
      active: true,
      createdAt: 'x',
      updatedAt: 'y',
    } as FormatWorkflow),
  );
  for (const key of ['id', 'active', 'createdAt', 'updatedAt']) expect(written).not.toHaveProperty(key);
});

test('missing and null parts are read as empty', () => {
  const document = fromFormat({ nodes: [], connections: {}, settings: null, pinData: null });
  expect(document).toMatchObject({ name: '', nodes: {}, wires: {}, settings: {}, pinData: {}, tags: [] });
  expect(isObject(toFormat(document).settings)).toBe(true);
});
