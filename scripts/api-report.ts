/**
 * Writes docs/node-api.d.ts: all that nodes may import of `@millrace/engine/node-api`, as declarations without comments, so that a change of it shows in a
 * diff. It is made of what `tsc -b` emits. `--check` writes nothing and fails if the file is not current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const declarations = join(root, '.types/engine/src/node-api');
const target = join(root, 'docs/node-api.d.ts');

const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\/\/#.*$/gm, '')
    .replace(/^[ \t]*\n/gm, '');

const files = readdirSync(join(root, 'packages/engine/src/node-api'))
  .filter((name) => !name.includes('.test.'))
  .sort();
const parts = files.map((name) => {
  const declared = readFileSync(join(declarations, name.replace(/\.ts$/, '.d.ts')), 'utf8');
  return `// ${name}\n${withoutComments(declared)}`;
});
const text = `// Made by \`npm run check\` from packages/engine/src/node-api. Do not edit.\n\n${parts.join('\n')}`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('docs/node-api.d.ts is not current: run `npx tsc -b` and `node scripts/api-report.ts`.');
    process.exit(1);
  }
} else writeFileSync(target, text);
