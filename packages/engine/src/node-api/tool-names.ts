/** Names of types whose output is a tool, made of types that are usable as tools: those of the public format. */

const suffix = 'Tool';

export const toolNameOf = (type: string): string => `${type}${suffix}`;

/** Names under which the definition may be found of a type that a workflow names: its own, or that of the type that it is a tool of. */
export const namesOfDefinition = (type: string): string[] =>
  type.endsWith(suffix) && type.length > suffix.length ? [type, type.slice(0, -suffix.length)] : [type];
