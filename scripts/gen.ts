/**
 * Makes the catalogue of node types and credential types, packages/nodes/dist/catalogue, from the definitions in the folders of packages/nodes: what is
 * known of them without their code, so that only workers load that. A definition that cannot be is an error, which says where it is.
 */
import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDefinitions, findDefinitions, makeCatalogue } from '@millrace/server/describing';

const nodes = resolve(import.meta.dirname, '../packages/nodes');
const folder = join(nodes, 'dist/catalogue');

const found = await findDefinitions(join(nodes, 'src'));
const problems = checkDefinitions(found);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const made = `${folder}.${process.pid}`;
await makeCatalogue(made, found);
rmSync(folder, { recursive: true, force: true });
renameSync(made, folder);
console.log(`${found.nodes.length} node definitions, ${found.credentials.length} credential types`);
