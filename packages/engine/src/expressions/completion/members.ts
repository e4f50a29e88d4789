import { FunctionValue, isPlainObject, LazyObject, Namespace } from '../language/values.ts';
import { tableOf } from '../methods/index.ts';
import * as documented from './documentation/index.ts';
import { fieldOption, optionOf } from './options.ts';
import { byUse } from './ranking.ts';
import type { Completion } from './types.ts';

/** What may follow a value and a dot. */

const mostFields = 500;

/** What every object can do, and nobody looks for. */
const ofAnyObject = ['toString', 'toLocaleString', 'valueOf', 'hasOwnProperty'];

export function membersOf(value: unknown, dot: number | undefined, nodeNames: readonly string[]): Completion[] {
  if (value instanceof LazyObject) return membersOfLazyObject(value, dot, nodeNames);
  if (value instanceof Namespace) return documentedMembers(documented.memberDocumentation.get(value.name));
  if (value instanceof FunctionValue) return [];
  const fields = isPlainObject(value)
    ? Object.keys(value)
        .slice(0, mostFields)
        .map((name) => fieldOption(name, value[name], dot))
    : [];
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  const element =
    first === undefined || dot === undefined ? [] : [{ ...fieldOption('0', first, dot), label: '[0]', insert: '[0]' }];
  const hidden = new Set([...fields.map(({ label }) => label), ...(isPlainObject(value) ? ofAnyObject : [])]);
  const table = tableOf(value);
  const methods = table
    ? documentedMembers(documented.documentationOf.get(table), [...table.methods.keys(), ...table.properties.keys()])
    : [];
  return [
    ...fields,
    ...element,
    ...byUse(methods.filter(({ documentation }) => !hidden.has(documentation?.name ?? ''))),
  ];
}

function documentedMembers(table: documented.DocumentationTable | undefined, names?: readonly string[]): Completion[] {
  if (!table) return [];
  const known = names ? new Set(names) : undefined;
  return [...table.values()]
    .filter(({ name, description }) => (known?.has(name) ?? true) && !description.startsWith('Nothing:'))
    .map((documentation) => optionOf(documentation));
}

const lazyTables: readonly (readonly [label: RegExp, table: documented.DocumentationTable])[] = [
  [/^\$input$/, documented.inputDocumentation],
  [/^\$workflow$/, documented.workflowDocumentation],
  [/^\$execution$/, documented.executionDocumentation],
  [/^\$execution\.customData$/, documented.customDataDocumentation],
  [/^\$prevNode$/, documented.previousNodeDocumentation],
  [/^\$\("/, documented.nodeDocumentation],
  [/^\$node\["/, documented.olderNodeDocumentation],
];

function membersOfLazyObject(value: LazyObject, dot: number | undefined, nodeNames: readonly string[]): Completion[] {
  if (value.label === '$node') return nodeNames.map((name) => ({ ...fieldOption(name, '', dot), kind: 'node' }));
  if (value.label === '$item(…)')
    return [...documented.variableDocumentation.values()].map((documentation) => optionOf(documentation, 'variable'));
  const table = lazyTables.find(([label]) => label.test(value.label))?.[1];
  return documentedMembers(table, value.names());
}
