/**
 * Makes the catalogue of node types and credential types, packages/nodes/dist/catalogue, from the definitions in the folders of packages/nodes: what is
 * known of them without their code, so that only workers load that. A definition that cannot be is an error, which says where it is.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { capabilitiesOf, createNodeTypeRegistry } from '@millrace/engine';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { type CatalogueIndex, type CredentialFacts, type IndexedNode, inheritCredentialType } from '@millrace/nodes';
import { checkDefinitions } from './check-definitions.ts';
import { type Found, findCredentials, findNodes, iconOf } from './find-definitions.ts';

const folder = fileURLToPath(new URL('../packages/nodes/dist/catalogue', import.meta.url));

/** Of a definition's facts: type names hold dots, and slashes where they belong to a package with a scope. */
const fileOf = ({ name, versions }: NodeDefinition): string =>
  `${name.replace(/[^\w.-]/g, '_')}@${Math.min(...versions)}.json`;

const factsOf = (definition: NodeDefinition): object => ({
  ...Object.fromEntries(Object.entries(definition).filter(([, value]) => typeof value !== 'function')),
  registration: undefined,
  methods: undefined,
  capabilities: [...capabilitiesOf(definition)],
});

const indexed = (found: Found<NodeDefinition>): IndexedNode => {
  const { module, exported, definition } = found;
  const { name, aliases, versions, defaultVersion, usableAsTool } = definition;
  const file = fileOf(definition);
  return { name, aliases, versions, defaultVersion, usableAsTool, file, icon: iconOf(found), module, exported };
};

const nodes = await findNodes();
const credentials = await findCredentials();
const problems = checkDefinitions(nodes, credentials);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const registry = createNodeTypeRegistry(nodes.map(({ definition }) => definition));
const types = registry.list();
const whole = types.map(({ name, version }) => registry.describe(name, version));
const byName = new Map(credentials.map(({ definition }) => [definition.name, definition]));
const inherited = await Promise.all(
  [...byName.keys()].map((name) => inheritCredentialType(name, async (wanted) => byName.get(wanted))),
);
const index: CatalogueIndex = {
  nodes: nodes.map(indexed),
  credentials: credentials.map(({ module, exported, definition: { name } }) => ({ name, module, exported })),
};
const testedBy = (type: string): CredentialFacts['testedBy'] => {
  for (const { definition } of nodes) {
    const method = definition.credentials?.find(({ name }) => name === type)?.testedBy;
    const typeVersion = definition.versions.at(-1);
    if (method !== undefined && typeVersion !== undefined) return { nodeType: definition.name, typeVersion, method };
  }
  return undefined;
};
const credentialFacts = inherited.map((definition: CredentialDefinition | undefined) => ({
  ...definition,
  signIn: definition?.signIn && { field: definition.signIn.field },
  testedBy: definition && testedBy(definition.name),
}));

const made = `${folder}.${process.pid}`;
mkdirSync(`${made}/nodes`, { recursive: true });
const write = (name: string, value: unknown): void => writeFileSync(`${made}/${name}.json`, JSON.stringify(value));
write('index', index);
write('versions', types);
write(
  'latest',
  types.filter(({ version, defaultVersion }) => version === defaultVersion),
);
write('whole', whole);
write('credentials', credentialFacts);
for (const { definition } of nodes)
  writeFileSync(`${made}/nodes/${fileOf(definition)}`, JSON.stringify(factsOf(definition)));
rmSync(folder, { recursive: true, force: true });
renameSync(made, folder);
console.log(`${nodes.length} node definitions, ${credentials.length} credential types`);
