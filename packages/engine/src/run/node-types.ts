import type { NodeTypeDescription } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import { effectiveVersion } from '../parameters/version.ts';
import type { NodeTypeSource } from './types.ts';

export interface NodeTypeRegistry extends NodeTypeSource {
  /** With all parameters; its `name` is the name that was asked for. */
  describe(type: string, version: number): NodeTypeDescription | undefined;
  /** Every own type, one entry a version, without parameters. */
  list(): NodeTypeDescription[];
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
  webhooks: definition.webhooks,
  hidden: definition.hidden,
  codex: definition.codex,
  documentationUrl: definition.documentationUrl,
  activationMessage: definition.activationMessage,
  eventTriggerDescription: definition.eventTriggerDescription,
});

/** @throws Error where two definitions claim the same version of a name: a mistake of whoever wrote them */
export const createNodeTypeRegistry = (definitions: readonly NodeDefinition[]): NodeTypeRegistry => {
  const byName = new Map<string, Map<number, NodeDefinition>>();
  for (const definition of definitions) {
    for (const name of new Set([definition.name, ...(definition.aliases ?? [])])) {
      const versions = byName.get(name) ?? new Map<number, NodeDefinition>();
      byName.set(name, versions);
      for (const version of definition.versions) {
        if (versions.has(version)) throw new Error(`Node type ${name} has version ${version} twice`);
        versions.set(version, definition);
      }
    }
  }

  const match = (type: string, version: number) => {
    const versions = byName.get(type);
    const effective = versions && effectiveVersion([...versions.keys()], version);
    return effective === undefined ? undefined : { definition: versions!.get(effective)!, version: effective };
  };

  const defaultVersionOf = (name: string): number => {
    const versions = byName.get(name)!;
    const stated = [...versions.values()].map((definition) => definition.defaultVersion ?? -Infinity);
    return Math.max(...stated) > 0 ? Math.max(...stated) : Math.max(...versions.keys());
  };

  return {
    find: (type, version) => match(type, version)?.definition,
    versionsOf: (type) => [...(byName.get(type)?.keys() ?? [])],
    describe: (type, version) => {
      const found = match(type, version);
      if (!found) return undefined;
      const description = describeDefinition(found.definition, type, found.version, defaultVersionOf(type));
      return { ...description, properties: found.definition.parameters };
    },
    list: () =>
      [...new Set(definitions.map((definition) => definition.name))].flatMap((name) =>
        [...byName.get(name)!].map(([version, definition]) =>
          describeDefinition(definition, name, version, defaultVersionOf(name)),
        ),
      ),
  };
};
