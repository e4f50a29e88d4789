import { isObject } from '../json.ts';

/** Where in a request a value stands. */
export type Place = 'body' | 'query' | 'path';

type Path = readonly PropertyKey[];

/** For programs: `nodes[1].position[0]`, `query.filter.finished`. */
export const pathText = (place: Place, path: Path): string =>
  [...(place === 'query' ? ['query'] : []), ...path]
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');

/** Lists whose entries people know by name. */
const singular: Readonly<Record<string, string>> = { nodes: 'node', tags: 'tag', nodeInfos: 'node type' };

const nameOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value.name === 'string' && value.name !== '' && value.name.length <= 100
    ? value.name
    : undefined;

const child = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

/** `connections.A.main[0][1].node` in the words of the canvas; undefined where the path is another one. */
const connectionSteps = (path: Path): { steps: string[]; rest: Path } | undefined => {
  const [first, source, type, output, target, ...rest] = path;
  if (first !== 'connections' || source === undefined) return undefined;
  const node = `node "${String(source)}"`;
  if (typeof output !== 'number') return { steps: [node, 'the connections'], rest: type === undefined ? [] : [type] };
  const steps = [node, `output ${output + 1}`, ...(typeof target === 'number' ? [`connection ${target + 1}`] : [])];
  return { steps, rest };
};

/** From the outside in: `workflowData`, `node "A"`, `position`, `item 1`. */
const stepsOf = (path: Path, root: unknown): string[] => {
  const connection = connectionSteps(path);
  if (connection) return [...connection.steps, ...stepsOf(connection.rest, undefined)];
  const [part, ...rest] = path;
  if (part === undefined) return [];
  const value = child(root, part);
  const [index] = rest;
  const name = typeof index === 'number' ? nameOf(child(value, index)) : undefined;
  const kind = singular[String(part)];
  if (kind !== undefined && name !== undefined)
    return [`${kind} "${name}"`, ...stepsOf(rest.slice(1), child(value, index!))];
  const inner = stepsOf(rest, value);
  if (typeof part === 'number') return [`item ${part + 1}`, ...inner];
  // Keys in a row are one place.
  return inner[0]?.startsWith('"')
    ? [`"${part as string}.${inner[0].slice(1)}`, ...inner.slice(1)]
    : [`"${String(part)}"`, ...inner];
};

/**
 * What a person would call the place of a value: `"name" of node "A"`, `the query parameter "limit"`.
 *
 * @param root the value that the path begins at
 */
export const placeName = (place: Place, path: Path, root: unknown): string => {
  if (path.length === 0) return place === 'body' ? 'the body' : `the ${place}`;
  if (place === 'body') return stepsOf(path, root).reverse().join(' of ');
  const [first, ...rest] = path;
  const outer = place === 'query' ? `the query parameter "${String(first)}"` : `"${String(first)}" in the address`;
  return [...stepsOf(rest, undefined).reverse(), outer].join(' of ');
};
