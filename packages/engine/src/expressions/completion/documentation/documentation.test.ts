import { describe, expect, test } from 'vitest';
import { toJsonValue } from '../../../items/to-json.ts';
import { globals } from '../../globals/index.ts';
import { Namespace } from '../../language/values.ts';
import { allTables } from '../../methods/index.ts';
import { evaluateCode } from '../../testing.ts';
import { variables } from '../../variables/index.ts';
import { documentationOf, globalDocumentation, memberDocumentation, variableDocumentation } from './index.ts';

const inherited = new Set(['formatter', 'rules', 'collator', 'names', 'segmenter']);

describe('documentation', () => {
  test.each(allTables.map((table) => [table.type, table] as const))('of each member of a %s', (type, table) => {
    const documented = documentationOf.get(table) ?? new Map();
    const names = [...table.methods.keys(), ...table.properties.keys()];
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
    if (!inherited.has(type) && type !== 'text') {
      expect([...documented.keys()].filter((name) => !names.includes(name) && name !== 'length')).toEqual([]);
    }
  });

  test('of each global and its members', () => {
    expect([...globals.keys()].filter((name) => !globalDocumentation.has(name))).toEqual([]);
    expect([...globalDocumentation.keys()].filter((name) => !globals.has(name))).toEqual([]);
    const missing: string[] = [];
    const check = (name: string, value: unknown): void => {
      if (!(value instanceof Namespace)) return;
      for (const [member, inner] of value.members) {
        if (!memberDocumentation.get(name)?.has(member)) missing.push(`${name}.${member}`);
        check(member, inner);
      }
    };
    for (const [name, value] of globals) check(name, value);
    expect(missing).toEqual([]);
  });

  test('of each variable', () => {
    const otherNames = new Set(['$jmesPath', '$fromAi', '$fromai']);
    expect([...variables.keys()].filter((name) => !variableDocumentation.has(name) && !otherNames.has(name))).toEqual(
      [],
    );
  });

  const examples = [
    ...[...documentationOf.values(), ...memberDocumentation.values()].flatMap((table) => [...table.values()]),
    ...globalDocumentation.values(),
    ...variableDocumentation.values(),
  ].flatMap(({ example, result }) => (example && result ? [[example, result] as const] : []));

  test.each([...new Map(examples)])('%s gives %s', (example, result) => {
    expect(toJsonValue(evaluateCode(example))).toEqual(JSON.parse(result));
  });
});
