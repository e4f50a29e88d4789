import type { NodeDefinition } from '../node-api/definition.ts';
import type { NodeTypeSource } from '../run/types.ts';

const freezeDeep = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
};

const frozen = new WeakMap<NodeDefinition, NodeDefinition>();

const withFrozenInputs = (definition: NodeDefinition): NodeDefinition => ({
  ...definition,
  execute:
    definition.execute &&
    ((context) => {
      freezeDeep(context.inputs);
      return definition.execute!(context);
    }),
});

/** The same node types, whose input items cannot be changed: these belong to the nodes that gave them, and others may have got them too. */
export const freezingInputs = (types: NodeTypeSource): NodeTypeSource => ({
  ...types,
  find: (type, version) => {
    const definition = types.find(type, version);
    if (definition && !frozen.has(definition)) frozen.set(definition, withFrozenInputs(definition));
    return definition && frozen.get(definition);
  },
});
