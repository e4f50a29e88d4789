import type { NodeTypeDescription } from '@millrace/contract/data';
import { capabilitiesOf, type NodeDefinition } from '../node-api/definition.ts';
import { toolNameOf } from '../node-api/tool-names.ts';
import { effectiveVersion } from '../parameters/version.ts';
import { toTool } from './tool-variant.ts';
import type { NodeTypeSource } from './types.ts';

export interface NodeTypeRegistry extends NodeTypeSource {
  /** With all parameters; its `name` is the name that was asked for. */
  describe(type: string, version: number): NodeTypeDescription | undefined;
  /** Every own type, one entry a version, without parameters. */
  list(): NodeTypeDescription[];
}

/** Enough of a definition to find it by. */
export interface NodeTypeEntry
  extends Pick<NodeDefinition, 'name' | 'aliases' | 'versions' | 'defaultVersion' | 'usableAsTool'> {
  definition(): NodeDefinition;
}

const describeDefinition = (
  definition: NodeDefinition,
  name: string,
  version: number,
  defaultVersion: number,
): NodeTypeDescription => ({
  name,
  displayName: definition.displayName,
  description: definition.description,
  version,
  defaultVersion,
  aliases: definition.aliases ?? [],
  group: definition.group,
  icon: `file:${definition.name}`,
  defaults: definition.defaults,
  subtitle: definition.subtitle,
  inputs: definition.inputs,
  outputs: definition.outputs,
  inputNames: definition.inputNames,
  outputNames: definition.outputNames,
  maxNodes: definition.maxNodes,
  credentials: definition.credentials,
  polling: capabilitiesOf(definition).has('poll') || undefined,
  hasWebhooks: capabilitiesOf(definition).has('webhook') || undefined,
  webhooks: definition.webhooks,
  hidden: definition.hidden,
  codex: definition.codex,
  documentationUrl: definition.documentationUrl,
  activationMessage: definition.activationMessage,
  eventTriggerDescription: definition.eventTriggerDescription,
});

/** Whether it has an input for tools, as far as that does not depend on parameters. */
const takesTools = ({ inputs }: NodeTypeDescription): boolean =>
  typeof inputs === 'string'
    ? inputs.includes('ai_tool')
    : inputs.some((port) => (typeof port === 'string' ? port : port.type) === 'ai_tool');

const toolEntryOf = ({ name, aliases, definition, ...entry }: NodeTypeEntry): NodeTypeEntry => ({
  ...entry,
  name: toolNameOf(name),
  aliases: aliases?.map(toolNameOf),
  definition: () => toTool(definition()),
});

/**
 * Node types by name and version. Definitions are asked for when they are needed.
 * @throws Error where two definitions claim the same version of a name: a mistake of whoever wrote them
 */
export const openNodeTypeRegistry = (entries: readonly NodeTypeEntry[]): NodeTypeRegistry => {
  const byName = new Map<string, Map<number, NodeTypeEntry>>();
  const add = (entry: NodeTypeEntry): void => {
    for (const name of new Set([entry.name, ...(entry.aliases ?? [])])) {
      const versions = byName.get(name) ?? new Map<number, NodeTypeEntry>();
      byName.set(name, versions);
      for (const version of entry.versions) {
        if (versions.has(version)) throw new Error(`Node type ${name} has version ${version} twice`);
        versions.set(version, entry);
      }
    }
  };
  for (const entry of entries) add(entry);
  const named = new Set(byName.keys());
  const tools = entries.flatMap((entry) => {
    const isFree = [entry.name, ...(entry.aliases ?? [])].every((name) => !named.has(toolNameOf(name)));
    return entry.usableAsTool && isFree ? [toolEntryOf(entry)] : [];
  });
  for (const tool of tools) add(tool);

  const match = (type: string, version: number) => {
    const versions = byName.get(type);
    const effective = versions && effectiveVersion([...versions.keys()], version);
    return effective === undefined ? undefined : { entry: versions!.get(effective)!, version: effective };
  };

  const defaultVersionOf = (name: string): number => {
    const versions = byName.get(name)!;
    const stated = [...versions.values()].map((entry) => entry.defaultVersion ?? -Infinity);
    return Math.max(...stated) > 0 ? Math.max(...stated) : Math.max(...versions.keys());
  };

  return {
    find: (type, version) => match(type, version)?.entry.definition(),
    versionsOf: (type) => [...(byName.get(type)?.keys() ?? [])],
    describe: (type, version) => {
      const found = match(type, version);
      if (!found) return undefined;
      const definition = found.entry.definition();
      const description = describeDefinition(definition, type, found.version, defaultVersionOf(type));
      return { ...description, properties: definition.parameters };
    },
    list: () => {
      const described = [...new Set([...entries, ...tools].map(({ name }) => name))].flatMap((name) =>
        [...byName.get(name)!].map(([version, entry]) =>
          describeDefinition(entry.definition(), name, version, defaultVersionOf(name)),
        ),
      );
      if (described.some(takesTools)) return described;
      // Nothing could be done with them.
      const names = new Set(tools.map(({ name }) => name));
      return described.map((type) => (names.has(type.name) ? { ...type, hidden: true } : type));
    },
  };
};

/** A registry of definitions that are here. @throws Error as `openNodeTypeRegistry` */
export const createNodeTypeRegistry = (definitions: readonly NodeDefinition[]): NodeTypeRegistry =>
  openNodeTypeRegistry(definitions.map((definition) => ({ ...factsToFind(definition), definition: () => definition })));

const factsToFind = ({ name, aliases, versions, defaultVersion, usableAsTool }: NodeDefinition) => ({
  name,
  aliases,
  versions,
  defaultVersion,
  usableAsTool,
});
