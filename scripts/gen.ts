/**
 * Writes packages/nodes/src/registry.generated.ts from the node folders: each exported definition of each `*.node.ts`, to be
 * imported when it is needed. `--check` writes nothing and fails if the file is not current.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = resolve(import.meta.dirname, '../packages/nodes/src');
const target = join(source, 'registry.generated.ts');

interface Definition {
  name: string;
  versions: readonly number[];
  aliases?: readonly string[];
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && 'versions' in value && 'execute' in value && 'parameters' in value;

const entries: string[] = [];
for (const file of globSync('**/*.node.ts', { cwd: source }).sort()) {
  const module: Record<string, unknown> = await import(pathToFileURL(join(source, file)).href);
  for (const [exported, definition] of Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isDefinition(definition)) continue;
    const { name, versions, aliases = [] } = definition;
    entries.push(
      [
        '  {',
        `    name: ${JSON.stringify(name)},`,
        `    aliases: ${JSON.stringify(aliases)},`,
        `    versions: ${JSON.stringify(versions)},`,
        `    icon: ${JSON.stringify(`./${dirname(file)}/icon.svg`)},`,
        `    load: async () => (await import(${JSON.stringify(`./${file}`)})).${exported},`,
        '  },',
      ].join('\n'),
    );
  }
}

const text = `// Made by \`npm run gen\` from the node folders. Do not edit.
import type { RegistryEntry } from './registry.ts';

export const registry: readonly RegistryEntry[] = [
${entries.join('\n')}
];
`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('packages/nodes/src/registry.generated.ts is not current: run `npm run gen`.');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
  console.log(`${entries.length} node definitions`);
}
