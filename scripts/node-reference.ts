/**
 * Writes docs/nodes: a page for each node type, of its description in the catalogue, and a list of them. `--check` writes nothing and fails if the pages
 * are not current.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NodeTypeDescription } from '@millrace/contract';
import { nodeReference } from '@millrace/engine/reference';

const root = resolve(import.meta.dirname, '..');
const catalogue = join(root, 'packages/nodes/dist/catalogue');
const target = join(root, 'docs/nodes');

const read = <T>(file: string): T => JSON.parse(readFileSync(join(catalogue, file), 'utf8')) as T;

const types = read<NodeTypeDescription[]>('whole.json').filter(
  ({ hidden, version, defaultVersion }) => !hidden && version === defaultVersion,
);
const names = new Set(types.map(({ name }) => name));
/** A node that agents take as a tool has the page of the node. */
const all = types.filter(({ name }) => !name.endsWith('Tool') || !names.has(name.replace(/Tool$/, '')));
const versions = Map.groupBy(read<NodeTypeDescription[]>('versions.json'), ({ name }) => name);
const credentials = new Map(
  read<{ name: string; displayName: string }[]>('credentials.json').map(({ name, displayName }) => [name, displayName]),
);

const fileOf = ({ name }: NodeTypeDescription): string => `${name}.md`;

const pages = new Map(
  all.map((type) => [
    fileOf(type),
    nodeReference(
      type,
      (versions.get(type.name) ?? []).map(({ version }) => version).sort((a, b) => a - b),
      (name) => credentials.get(name) ?? name,
    ),
  ]),
);
const rows = all
  .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
  .map((type) => `| [${type.displayName}](${fileOf(type)}) | ${type.description} |`);
pages.set(
  'README.md',
  [
    '# Nodes',
    '',
    'A page for each node that comes with Millrace: what it does, its parameters, and the versions of it that old workflows run as.',
    '',
    '| node | what it does |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n'),
);

if (process.argv.includes('--check')) {
  const there = existsSync(target) ? readdirSync(target) : [];
  const isCurrent =
    there.length === pages.size &&
    [...pages].every(
      ([file, text]) => existsSync(join(target, file)) && readFileSync(join(target, file), 'utf8') === text,
    );
  if (!isCurrent) {
    console.error('docs/nodes is not current: run `npm run gen`.');
    process.exit(1);
  }
} else {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [file, text] of pages) writeFileSync(join(target, file), text);
  console.log(`${pages.size - 1} pages in docs/nodes`);
}
