import { isObject } from './json.ts';
import { isSameJson } from './same-json.ts';

/**
 * Values of an imported workflow that had to be read as something else. They stay beside what was read, under a key of the object that they belong
 * to, so that they are stored with it, and come out again where nobody has changed what was read.
 */

export const importedKey = 'importedAs';

/** Without `was` the key was missing, without `readAs` it was left out. */
export interface ImportedValue {
  was?: unknown;
  readAs?: unknown;
}

/** What was left out may stand there as null: some parts of a stored workflow always do. */
const isUnchanged = (now: unknown, { readAs }: ImportedValue): boolean => isSameJson(now ?? undefined, readAs);

/** @param keep a key that stays as it is now */
const restored = (object: Record<string, unknown>, keep?: string): Record<string, unknown> => {
  const { [importedKey]: imported, ...now } = object;
  if (!isObject(imported)) return object;
  for (const [key, value] of Object.entries(imported)) {
    if (key === '__proto__' || key === keep || !isObject(value) || !isUnchanged(now[key], value)) continue;
    if (Object.hasOwn(value, 'was')) now[key] = value.was;
    else delete now[key];
  }
  return now;
};

const mapValues = (object: object, map: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

const restoredEach = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each) => (isObject(each) ? restored(each) : each)) : value;

/** Of nodes that wires lead from and to. */
export const connectedNames = (connections: unknown): string[] =>
  Object.entries(isObject(connections) ? connections : {}).flatMap(([source, byType]) => [
    source,
    ...Object.values(isObject(byType) ? byType : {})
      .flat(2)
      .flatMap((target) => (isObject(target) && typeof target.node === 'string' ? target.node : [])),
  ]);

/**
 * A name that was taken when the node came in: the node has it back where it stands behind the one that has that name, as it came, and nothing has
 * come to know it by the name that it has here.
 */
const restoredNodes = (nodes: readonly unknown[], connections: unknown, pinData: unknown): unknown[] => {
  const used = new Set([...connectedNames(connections), ...Object.keys(isObject(pinData) ? pinData : {})]);
  let texts: string | undefined;
  const isMentioned = (name: string): boolean => {
    texts ??= JSON.stringify(nodes.map((node) => isObject(node) && node.parameters));
    return used.has(name) || texts.includes(JSON.stringify(name).slice(1, -1));
  };
  const before = new Set<unknown>();
  return nodes.map((node) => {
    if (!isObject(node)) return node;
    const { name, [importedKey]: imported } = node;
    before.add(name);
    const renamed = isObject(imported) && isObject(imported.name) ? imported.name : undefined;
    const keeps = renamed && (!before.has(renamed.was) || (typeof name === 'string' && isMentioned(name)));
    return restored(node, keeps ? 'name' : undefined);
  });
};

/** The workflow as it came in, but for what has been changed since. */
export const asImported = (workflow: object): Record<string, unknown> => {
  const { nodes, connections, settings, pinData } = workflow as Record<string, unknown>;
  const parts: Record<string, unknown> = { ...workflow };
  if (Array.isArray(nodes)) parts.nodes = restoredNodes(nodes, connections, pinData);
  if (isObject(settings)) parts.settings = restored(settings);
  if (isObject(connections)) {
    parts.connections = mapValues(connections, (byType) =>
      isObject(byType)
        ? mapValues(byType, (outputs) => (Array.isArray(outputs) ? outputs.map(restoredEach) : outputs))
        : byType,
    );
  }
  return restored(parts);
};
