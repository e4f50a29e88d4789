import {
  asStored,
  type DocumentPatch,
  differenceOf,
  isMeantChange,
  isSameJson,
  type Json,
  partsOf,
  pointer,
  uniqueName,
  type WorkflowChange,
  type WorkflowNode,
  withPatches,
} from '@millrace/contract';
import { withKeyedLists } from './keyed-lists.ts';
import { renameReferences } from './references.ts';
import type { ConflictPlace, NodeKey, WorkflowDocument } from './types.ts';

/*
 * Two people have changed the same stored workflow. What touches different places is put together; what both have changed differently is
 * named, so that a person can choose. Loaded when that happens.
 */

export interface Merged {
  /** Both together; in places of conflict as was chosen, else as theirs. */
  document: WorkflowDocument;
  conflicts: ConflictPlace[];
}

export type Side = 'mine' | 'theirs';

/** The document after what someone else has changed in the stored one since. */
export const afterChanges = (base: WorkflowDocument, changes: readonly WorkflowChange[]): WorkflowDocument =>
  changes.reduce((document, { patches }) => asStored(withPatches(document, patches)), base);

/**
 * @param base what both started from, as it is stored
 * @param choices by path of a conflict
 */
export const merge = (
  base: WorkflowDocument,
  mine: WorkflowDocument,
  theirs: WorkflowDocument,
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged => {
  // Expressions call nodes by their names: under one name for each node, a rename is a change of that node alone.
  const names = namesOfBoth(base, mine, theirs, choices);
  const keyed = withKeyedLists([asStored(withNames(base, names)), withNames(mine, names), withNames(theirs, names)]);
  const [start, ours, others] = keyed.documents as [WorkflowDocument, WorkflowDocument, WorkflowDocument];
  const isMeant = (path: string) => isMeantChange(path) && !keyed.isOrder(path);
  const allMine = differenceOf(start, ours);
  const myPatches = allMine.filter(({ path }) => isMeant(path));
  const theirPatches = differenceOf(start, others);
  const theirDocument = withPatches(start, theirPatches);
  const places = meetings(
    myPatches,
    theirPatches.filter(({ path }) => isMeant(path)),
  );
  const contents = places.flatMap((path): ConflictPlace[] => {
    const [mineThere, theirsThere] = [valueAt(ours, path), valueAt(theirDocument, path)];
    if (isSameJson(mineThere, theirsThere) || isSettledByItself(path)) return [];
    const [mine, theirs] = [keyed.plainAt(mineThere, path), keyed.plainAt(theirsThere, path)];
    return [{ path: keyed.plainPath(path), mine, theirs }];
  });
  const asChosen = places.flatMap((path): DocumentPatch[] => {
    const isMine = isSettledByItself(path) || choices.get(keyed.plainPath(path)) === 'mine';
    return isMine ? patchTo(theirDocument, path, valueAt(ours, path)) : [];
  });
  const free = myPatches.filter(({ path }) => !places.some((place) => isWithin(path, place)));
  // Lists stand in the order that they have here; what is gone there has no place in it.
  const orders = allMine.filter(({ path }) => keyed.isOrder(path) && valueAt(theirDocument, path) !== undefined);
  const document = whole(keyed.document(withPatches(theirDocument, [...orders, ...free, ...asChosen])), theirs);
  return { document, conflicts: [...conflictingNames(base, mine, theirs), ...contents] };
};

/** Where a node lies is nothing to ask about: it lies where it was moved to last. */
const isSettledByItself = (path: string): boolean => /^\/nodes\/[^/]*\/data\/position(\/|$)/.test(path);

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** The outer of two paths wherever one lies within the other. */
const meetings = (mine: readonly DocumentPatch[], theirs: readonly DocumentPatch[]): string[] => {
  const outer = (paths: ReadonlySet<string>, path: string): string | undefined => {
    for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      if (paths.has(path.slice(0, end))) return path.slice(0, end);
    }
    return paths.has(path) ? path : undefined;
  };
  const myPaths = new Set(mine.map(({ path }) => path));
  const theirPaths = new Set(theirs.map(({ path }) => path));
  const found = new Set<string>();
  for (const path of myPaths) found.add(outer(theirPaths, path) ?? '');
  for (const path of theirPaths) found.add(outer(myPaths, path) ?? '');
  found.delete('');
  return [...found].filter((path) => ![...found].some((other) => other !== path && isWithin(path, other)));
};

const valueAt = (document: WorkflowDocument, path: string): unknown =>
  partsOf(path).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string, unknown>)[part]
        : undefined,
    document,
  );

const patchTo = (document: WorkflowDocument, path: string, value: unknown): DocumentPatch[] => {
  const isThere = valueAt(document, path) !== undefined;
  if (value !== undefined) return [{ op: isThere ? 'replace' : 'add', path, value }];
  return isThere ? [{ op: 'remove', path }] : [];
};

/** What is left of both fits together: no wire without its ends, and no two nodes of one name. */
const whole = (document: WorkflowDocument, theirs: WorkflowDocument): WorkflowDocument => {
  const isThere = (key: NodeKey) => Object.hasOwn(document.nodes, key);
  const kept = <T>(things: Record<string, T>, isKept: (key: string, thing: T) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(things).filter(([key, thing]) => isKept(key, thing)));
  const joined: WorkflowDocument = {
    ...document,
    wires: kept(document.wires, (_, { source, target }) => isThere(source) && isThere(target)),
    pinData: kept(document.pinData, isThere),
    placeholders: kept(document.placeholders, isThere),
  };
  return withFreeNames(joined, theirs);
};

const withFreeNames = (document: WorkflowDocument, theirs: WorkflowDocument): WorkflowDocument => {
  const isTheirs = (key: NodeKey) => theirs.nodes[key]?.data.name === document.nodes[key]?.data.name;
  const all = Object.values(document.nodes);
  const taken = new Set(all.filter(({ key }) => isTheirs(key)).map(({ data }) => data.name));
  const renames = new Map<NodeKey, string>();
  for (const { key, data } of all) {
    if (isTheirs(key)) continue;
    const name = uniqueName(data.name, taken);
    taken.add(name);
    if (name !== data.name) renames.set(key, name);
  }
  if (renames.size === 0) return document;
  const byName = new Map([...renames].map(([key, name]) => [document.nodes[key]!.data.name, name]));
  const nodes = all.map(({ data, ...node }) => {
    const own = { ...data, name: renames.get(node.key) ?? data.name };
    // What only I have is about my nodes.
    return [node.key, { ...node, data: theirs.nodes[node.key] ? own : withReferences(own, byName) }] as const;
  });
  return { ...document, nodes: Object.fromEntries(nodes) };
};

const namePath = (key: NodeKey): string => pointer(['nodes', key, 'data', 'name']);

/** Nodes that both have renamed, differently. */
const conflictingNames = (base: WorkflowDocument, mine: WorkflowDocument, theirs: WorkflowDocument): ConflictPlace[] =>
  Object.values(base.nodes).flatMap(({ key, data: { name } }) => {
    const [mineNow, theirsNow] = [mine.nodes[key]?.data.name ?? name, theirs.nodes[key]?.data.name ?? name];
    const isConflict = mineNow !== name && theirsNow !== name && mineNow !== theirsNow;
    return isConflict ? [{ path: namePath(key), mine: mineNow, theirs: theirsNow }] : [];
  });

/** One name for each node of both: the new one where it was renamed, the chosen one where both have done that. */
const namesOfBoth = (
  base: WorkflowDocument,
  mine: WorkflowDocument,
  theirs: WorkflowDocument,
  choices: ReadonlyMap<string, Side>,
): ReadonlyMap<NodeKey, string> => {
  const names = new Map<NodeKey, string>();
  for (const { key, data } of Object.values(base.nodes)) {
    const [mineNow, theirsNow] = [mine.nodes[key]?.data.name ?? data.name, theirs.nodes[key]?.data.name ?? data.name];
    const isTheirs = mineNow === data.name || (theirsNow !== data.name && choices.get(namePath(key)) !== 'mine');
    names.set(key, isTheirs ? theirsNow : mineNow);
  }
  return names;
};

const withReferences = (data: WorkflowNode, renames: ReadonlyMap<string, string>): WorkflowNode =>
  data.parameters
    ? { ...data, parameters: renameReferences(data.parameters as Json, renames) as WorkflowNode['parameters'] }
    : data;

/** The document with its nodes under these names, in expressions as well. */
const withNames = (document: WorkflowDocument, names: ReadonlyMap<NodeKey, string>): WorkflowDocument => {
  const changed = Object.values(document.nodes).filter(
    ({ key, data }) => names.has(key) && names.get(key) !== data.name,
  );
  if (changed.length === 0) return document;
  // In two steps, since the new name of one may be the old name of another.
  const between = new Map(changed.map(({ key, data }) => [data.name, `renamed ${key}`]));
  const after = new Map(changed.map(({ key }) => [`renamed ${key}`, names.get(key)!]));
  const nodes = Object.values(document.nodes).map(({ data, ...node }) => {
    const renamed = withReferences(withReferences(data, between), after);
    return [node.key, { ...node, data: { ...renamed, name: names.get(node.key) ?? data.name } }] as const;
  });
  return { ...document, nodes: Object.fromEntries(nodes) };
};
