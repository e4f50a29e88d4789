import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Item } from '@millrace/contract';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { type NodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { bundledLibrary, loadNodeTypes } from './index.ts';

/** What holds for each node that there is, found by going over all definitions: a new one is held to it without being named here. */

const nodes = (await loadNodeTypes()).filter(({ execute, inputs }) => execute && inputs.length > 0);
const cases = nodes.map((node) => [node.name, node.versions.at(-1)!, node] as const);

/** Parameters that choose what a node does. A service names it `operation`, and has actions that are values like others. */
const choosing = ({ parameters }: NodeDefinition) => {
  const names = ['operation', 'mode', 'resource'];
  const hasOperation = parameters.some(({ name }) => name === 'operation');
  return parameters.filter(({ name }) => names.includes(name) || (name === 'action' && !hasOperation));
};

/** The node as it is added, and with each of its operations. */
const settingsOf = (node: NodeDefinition): Record<string, unknown>[] => [
  {},
  ...choosing(node).flatMap((one) => {
    if (one.type !== 'options') return [];
    const [resource] = (one.displayOptions?.show?.resource as unknown[] | undefined) ?? [];
    const shown = resource === undefined ? {} : { resource };
    return (one.options ?? []).map(({ value }) => ({ ...shown, [one.name]: value }));
  }),
];

/** By each parameter that takes an expression, with one that fails for the second item. */
const brokenBy = ({ parameters }: NodeDefinition): Record<string, string>[] =>
  parameters
    .filter(({ type, noDataExpression }) => ['string', 'number', 'json'].includes(type) && !noDataExpression)
    .map(({ name, default: usual }) => ({
      [name]: `={{ $itemIndex === 1 ? $('Absent node').first() : ${JSON.stringify(usual === '' ? 'x' : usual)} }}`,
    }));

const host = { http: () => ({ body: {} }) };
const items = [{ a: 1 }, { a: 2 }, { a: 3 }];

/** Each item of the input that one of the output is from; undefined: it does not say. */
const linksOf = ({ pairedItem }: Item): number[] | undefined =>
  pairedItem === undefined
    ? undefined
    : [pairedItem].flat().map((link) => (typeof link === 'number' ? link : link.item));

const isTheFailure = ({ error }: Item): boolean => error?.message.includes('Absent node') ?? false;

const runBroken = async (node: NodeDefinition, setting: object, onError: NodeOptions['onError']) => {
  for (const broken of brokenBy(node)) {
    const parameters = { ...setting, ...broken } as NodeOptions['parameters'];
    const run = await runNode(node, { typeVersion: node.versions.at(-1)!, parameters, items, host, onError });
    if (run.error ?? run.outputs.flat().some((item) => item && isTheFailure(item))) return run;
  }
  return undefined;
};

describe.each(cases)('%s %s', (_name, typeVersion, node) => {
  test('does nothing where nothing comes in, and bears an empty input beside others', async () => {
    const none = Array.from({ length: typeof node.inputs === 'string' ? 2 : node.inputs.length }, () => []);
    const { run, error } = await runNode(node, { typeVersion, inputs: none, host });
    expect([error, run.tasks('Node')]).toEqual([undefined, []]);
    if (none.length === 1) return;
    const first = await runNode(node, { typeVersion, inputs: [items, ...none.slice(1)], host });
    expect(first.error?.name).not.toBe('TypeError');
  });

  test('goes on after the failure of an item, and says from which items its output is', async () => {
    for (const setting of settingsOf(node)) {
      const regular = await runBroken(node, setting, 'continueRegularOutput');
      if (!regular) continue;
      expect(regular.error?.message).toBeUndefined();
      for (const item of regular.outputs.flat()) {
        const links = item ? linksOf(item) : [];
        expect(links, JSON.stringify({ setting, item })).toBeDefined();
        for (const link of links ?? []) expect(items[link]).toBeDefined();
      }
      const failed = regular.outputs.flat().filter((item) => item && isTheFailure(item));
      expect(failed.flatMap((item) => linksOf(item!))).toContain(1);

      const apart = await runBroken(node, setting, 'continueErrorOutput');
      expect(apart?.error?.message).toBeUndefined();
      expect(apart?.outputs.at(-1)?.some(isTheFailure)).toBe(true);
      expect(
        apart?.outputs
          .slice(0, -1)
          .flat()
          .some((item) => item && isTheFailure(item)),
      ).toBe(false);
    }
  });
});

/** Where nodes are tested whose tests are not in their folder: they need the server. */
const testedElsewhere: Record<string, string[]> = {
  'core.code': ['server/src/sandbox/code-node.test.ts'],
  'core.dataTable': ['server/src/data-tables/data-table-node.test.ts'],
  'core.merge': ['server/src/sandbox/other-nodes.test.ts'],
  'core.postgres': ['server/src/db/postgres-node.test.ts'],
};

const here = import.meta.dirname;
const manyItems = readFileSync(join(here, 'many-items.test.ts'), 'utf8');

/** All that is said in tests of the node. */
const testsOf = (name: string, module: string): string => {
  const folder = join(here, dirname(module).split('/').at(-1)!);
  const files = [...globSync('**/*.test.ts', { cwd: folder }).map((file) => join(folder, file))];
  const others = (testedElsewhere[name] ?? []).map((file) => join(here, '../..', file));
  const [, samples = ''] = manyItems.split(`\n  '${name}': [`);
  return [...[...files, ...others].map((file) => readFileSync(file, 'utf8')), samples.split("\n  '")[0]].join('\n');
};

const index = bundledLibrary.catalogue.index().nodes;

test.each(nodes.map((node) => [node.name, node.versions.join(', '), node] as const))(
  '%s %s: each operation is in a test',
  (name, _versions, node) => {
    const { module } = index.find((one) => one.name === name && one.versions[0] === node.versions[0])!;
    const said = testsOf(name, module);
    const untested = choosing(node).flatMap((one) => {
      if (one.type !== 'options') return [];
      const values = (one.options ?? []).map(({ value }) => value).filter((value) => value !== one.default);
      return values.filter((value) => !said.includes(`'${value}'`)).map((value) => `${one.name}: ${value}`);
    });
    expect(untested).toEqual([]);
  },
);
