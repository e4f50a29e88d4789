import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilitiesOf, createNodeTypeRegistry } from '@millrace/engine';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { type CatalogueIndex, type CredentialFacts, type IndexedNode, inheritCredentialType } from '@millrace/nodes';
import type { Found, FoundDefinitions } from './find-definitions.ts';

/** Of a definition's facts: type names hold dots, and slashes where they belong to a package with a scope. */
const fileOf = ({ name, versions }: NodeDefinition): string =>
  `${name.replace(/[^\w.-]/g, '_')}@${Math.min(...versions)}.json`;

const factsOf = (definition: NodeDefinition): object => ({
  ...Object.fromEntries(Object.entries(definition).filter(([, value]) => typeof value !== 'function')),
  registration: undefined,
  methods: undefined,
  capabilities: [...capabilitiesOf(definition)],
});

/** A page of the help for each type, below the address of the editor; nodes of others may name one of their own. */
const documented = (definition: NodeDefinition): NodeDefinition => ({
  ...definition,
  documentationUrl: definition.documentationUrl ?? `help/nodes/${definition.name}`,
});

const indexed = ({ module, exported, definition, icon }: Found<NodeDefinition>): IndexedNode => {
  const { name, aliases, versions, defaultVersion, usableAsTool } = definition;
  return { name, aliases, versions, defaultVersion, usableAsTool, file: fileOf(definition), icon, module, exported };
};

const testerOf = (type: string, nodes: FoundDefinitions['nodes']): CredentialFacts['testedBy'] => {
  for (const { definition } of nodes) {
    const method = definition.credentials?.find(({ name }) => name === type)?.testedBy;
    const typeVersion = definition.versions.at(-1);
    if (method !== undefined && typeVersion !== undefined) return { nodeType: definition.name, typeVersion, method };
  }
  return undefined;
};

/** The picture of a credential type: its own, or that of the first that it takes over from which has one. */
const credentialIcon = (type: string, credentials: FoundDefinitions['credentials']): string | undefined => {
  const found = credentials.find(({ definition }) => definition.name === type);
  if (!found || found.definition.icon?.startsWith('node:')) return undefined;
  const inherited = (found.definition.extends ?? []).map((parent) => credentialIcon(parent, credentials));
  return [found.icon, ...inherited].find((icon) => icon !== undefined);
};

/**
 * Writes the files of a catalogue: what is known of the definitions without their code.
 *
 * @param folder is made if it is not there
 * @param loadParent gives credential types of elsewhere that are extended here
 */
export const makeCatalogue = async (
  folder: string,
  { nodes, credentials, texts = {} }: FoundDefinitions,
  loadParent: (name: string) => Promise<CredentialDefinition | undefined> = async () => undefined,
): Promise<void> => {
  const registry = createNodeTypeRegistry(nodes.map(({ definition }) => documented(definition)));
  const types = registry.list();
  const byName = new Map(credentials.map(({ definition }) => [definition.name, definition]));
  const inherited = await Promise.all(
    [...byName.keys()].map((name) =>
      inheritCredentialType(name, async (wanted) => byName.get(wanted) ?? (await loadParent(wanted))),
    ),
  );
  const credentialFacts = inherited.map((definition) => ({
    ...definition,
    signIn: definition?.signIn && { field: definition.signIn.field },
    testedBy: definition && testerOf(definition.name, nodes),
    icon:
      definition?.icon ?? (definition && credentialIcon(definition.name, credentials) && `file:${definition.name}.svg`),
  }));
  const index: CatalogueIndex = {
    nodes: nodes.map(indexed),
    credentials: credentials.map(({ module, exported, definition: { name } }) => ({
      name,
      module,
      exported,
      icon: credentialIcon(name, credentials),
    })),
  };

  mkdirSync(join(folder, 'nodes'), { recursive: true });
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
  write('index', index);
  write('versions', types);
  write(
    'latest',
    types.filter(({ version, defaultVersion }) => version === defaultVersion),
  );
  write(
    'whole',
    types.map(({ name, version }) => registry.describe(name, version)),
  );
  write('credentials', credentialFacts);
  write('texts', texts);
  for (const { definition } of nodes)
    writeFileSync(join(folder, 'nodes', fileOf(definition)), JSON.stringify(factsOf(documented(definition))));
};
