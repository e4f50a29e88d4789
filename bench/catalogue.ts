/**
 * What 1,000 node types cost a process that knows them by the catalogue: milliseconds to open it, and megabytes of heap and of memory that it then has more
 * than with the bundled types alone. `node bench/catalogue.ts [types]`
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CatalogueIndex } from '@millrace/nodes';

const bundled = fileURLToPath(new URL('../packages/nodes/dist/catalogue/', import.meta.url));
const wanted = Number(process.argv[2] ?? 1000);

/** A catalogue of so many types, made of copies of the bundled ones under other names. */
const makeCatalogue = (folder: string): void => {
  cpSync(bundled, folder, { recursive: true });
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as CatalogueIndex;
  const nodes = Array.from({ length: wanted }, (_, count) => {
    const { aliases = [], ...node } = index.nodes[count % index.nodes.length]!;
    const named = (name: string) => `${name}-${count}`;
    return { ...node, name: named(node.name), aliases: aliases.map(named) };
  });
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ ...index, nodes: [...index.nodes, ...nodes] }));
};

/** In a process of its own. */
const measure = (folder: string) => {
  const code = `
    const { bundledLibrary, openCatalogueFiles } = await import('@millrace/nodes');
    const { openCatalogue } = await import(${JSON.stringify(new URL('../packages/server/src/node-types/catalogue.ts', import.meta.url).href)});
    const memory = () => { gc(); const { heapUsed, rss } = process.memoryUsage(); return { heapUsed, rss }; };
    const before = memory();
    const start = performance.now();
    const catalogue = openCatalogue({ ...bundledLibrary, catalogue: openCatalogueFiles(new URL(${JSON.stringify(pathToFileURL(`${folder}/`).href)})) });
    catalogue.find('core.set', 3.4);
    const milliseconds = performance.now() - start;
    const after = memory();
    console.log(JSON.stringify({ milliseconds, heap: (after.heapUsed - before.heapUsed) / 1048576, rss: (after.rss - before.rss) / 1048576 }));
    globalThis.kept = catalogue;`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<'milliseconds' | 'heap' | 'rss', number>;
};

const folder = mkdtempSync(join(tmpdir(), 'millrace-catalogue-'));
try {
  makeCatalogue(folder);
  const few = measure(bundled);
  const many = measure(folder);
  const more = (key: keyof typeof few) => Number((many[key] - few[key]).toFixed(1));
  console.log(
    JSON.stringify(
      {
        types: wanted,
        more: { milliseconds: more('milliseconds'), heapMegabytes: more('heap'), rssMegabytes: more('rss') },
        few,
        many,
      },
      null,
      2,
    ),
  );
} finally {
  rmSync(folder, { recursive: true });
}
