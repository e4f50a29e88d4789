/**
 * Writes packages/nodes/src/registry.generated.ts from the folders of nodes and credentials: each exported definition of each `*.node.ts` and
 * `*.credential.ts`, to be imported when it is needed. `--check` writes nothing and fails if the file is not current.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = resolve(import.meta.dirname, '../packages/nodes/src');
const target = join(source, 'registry.generated.ts');

interface NodeDefinition {
  name: string;
  versions: readonly number[];
  aliases?: readonly string[];
}

interface CredentialDefinition {
  name: string;
  extends?: readonly string[];
}

interface Exported<D> {
  file: string;
  exported: string;
  definition: D;
}

const isNode = (value: unknown): value is NodeDefinition =>
  typeof value === 'object' && value !== null && 'versions' in value && 'execute' in value && 'parameters' in value;

const isCredential = (value: unknown): value is CredentialDefinition =>
  typeof value === 'object' && value !== null && 'name' in value && 'properties' in value;

const findAll = async <D>(pattern: string, is: (value: unknown) => value is D): Promise<Exported<D>[]> => {
  const found: Exported<D>[] = [];
  for (const file of globSync(pattern, { cwd: source }).sort()) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(source, file)).href);
    for (const [exported, definition] of Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (is(definition)) found.push({ file, exported, definition });
  }
  return found;
};

const load = ({ file, exported }: Exported<unknown>): string =>
  `    load: async () => (await import(${JSON.stringify(`./${file}`)})).${exported},`;

const nodes = await findAll('**/*.node.ts', isNode);
const nodeEntries = nodes.map((one) =>
  [
    '  {',
    `    name: ${JSON.stringify(one.definition.name)},`,
    `    aliases: ${JSON.stringify(one.definition.aliases ?? [])},`,
    `    versions: ${JSON.stringify(one.definition.versions)},`,
    `    icon: ${JSON.stringify(`./${dirname(one.file)}/icon.svg`)},`,
    load(one),
    '  },',
  ].join('\n'),
);

const credentials = await findAll('**/*.credential.ts', isCredential);
const credentialNames = new Set<string>();
for (const { file, definition } of credentials) {
  if (credentialNames.has(definition.name))
    throw new Error(`${file}: there is a credential type ${definition.name} already`);
  credentialNames.add(definition.name);
}
for (const { file, definition } of credentials)
  for (const parent of definition.extends ?? [])
    if (!credentialNames.has(parent)) throw new Error(`${file}: there is no credential type ${parent} to extend`);
const credentialEntries = credentials.map((one) =>
  ['  {', `    name: ${JSON.stringify(one.definition.name)},`, load(one), '  },'].join('\n'),
);

const text = `// Made by \`npm run gen\` from the folders of nodes and credentials. Do not edit.
import type { CredentialEntry, RegistryEntry } from './registry.ts';

export const registry: readonly RegistryEntry[] = [
${nodeEntries.join('\n')}
];

export const credentialRegistry: readonly CredentialEntry[] = [
${credentialEntries.join('\n')}
];
`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('packages/nodes/src/registry.generated.ts is not current: run `npm run gen`.');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
  console.log(`${nodes.length} node definitions, ${credentials.length} credential types`);
}
