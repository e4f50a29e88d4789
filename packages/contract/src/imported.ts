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

const restored = (object: Record<string, unknown>): Record<string, unknown> => {
  const { [importedKey]: imported, ...now } = object;
  if (!isObject(imported)) return object;
  for (const [key, value] of Object.entries(imported)) {
    if (key === '__proto__' || !isObject(value) || !isUnchanged(now[key], value)) continue;
    if (Object.hasOwn(value, 'was')) now[key] = value.was;
    else delete now[key];
  }
  return now;
};

const mapValues = (object: object, map: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

const restoredEach = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each) => (isObject(each) ? restored(each) : each)) : value;

/** The workflow as it came in, but for what has been changed since. */
export const asImported = (workflow: object): Record<string, unknown> => {
  const { nodes, connections, settings } = workflow as Record<string, unknown>;
  const parts: Record<string, unknown> = { ...workflow };
  if (nodes !== undefined) parts.nodes = restoredEach(nodes);
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
