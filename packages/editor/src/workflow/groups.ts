import { isObject } from '@millrace/contract';
import { plain } from './drafts.ts';
import { newNodeKey } from './keys.ts';
import type { Command, NodeKey, WorkflowDocument } from './types.ts';

/**
 * Frames around nodes. They are kept under `meta.groups` of the public format, where other products leave them alone, by the ids of the nodes, and a workflow
 * without groups stays as it is. A group has no size: it is as large as what is in it.
 */
export interface NodeGroup {
  id: string;
  title: string;
  /** 1 to 7, a colour of the theme, as notes have them. */
  color: number;
  isCollapsed: boolean;
  /** Those that are in it directly. */
  nodes: readonly NodeKey[];
  /** The group that it is in. */
  parent: string | undefined;
}

type Rest = WorkflowDocument['rest'];

const none: ReadonlyMap<string, NodeGroup> = new Map();
const known = new WeakMap<object, ReadonlyMap<string, NodeGroup>>();

/** By id. The same stored groups give the same map. */
export const groupsOf = ({ rest }: Pick<WorkflowDocument, 'rest'>): ReadonlyMap<string, NodeGroup> => {
  const stored = storedIn(rest);
  if (!stored) return none;
  const before = known.get(stored);
  if (before) return before;
  const groups = new Map<string, NodeGroup>();
  const taken = new Set<NodeKey>();
  for (const [id, value] of Object.entries(stored)) {
    if (!isObject(value)) continue;
    const { title, color, collapsed, nodes, parent } = value;
    const own = (Array.isArray(nodes) ? nodes : []).filter((key) => typeof key === 'string' && !taken.has(key));
    for (const key of own) taken.add(key);
    groups.set(id, {
      id,
      title: typeof title === 'string' ? title : '',
      color: Number.isInteger(color) && Number(color) >= 1 && Number(color) <= 7 ? Number(color) : 1,
      isCollapsed: collapsed === true,
      nodes: own as NodeKey[],
      parent: typeof parent === 'string' && parent in stored ? parent : undefined,
    });
  }
  // What is in itself is in nothing.
  for (const group of groups.values()) if (isInItself(group, groups)) group.parent = undefined;
  known.set(stored, groups);
  return groups;
};

const storedIn = (rest: Rest): Record<string, unknown> | undefined => {
  const groups = isObject(rest.meta) ? rest.meta.groups : undefined;
  return isObject(groups) ? groups : undefined;
};

const isInItself = ({ id, parent }: NodeGroup, groups: ReadonlyMap<string, NodeGroup>): boolean => {
  const seen = new Set([id]);
  for (let at = parent; at !== undefined; at = groups.get(at)?.parent) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
};

/** The groups around a group, the outermost first, itself last. */
export const pathOf = (id: string | undefined, groups: ReadonlyMap<string, NodeGroup>): string[] => {
  const path: string[] = [];
  for (let at = id; at !== undefined; at = groups.get(at)?.parent) path.unshift(at);
  return path;
};

/** Ids of the groups around each node, the outermost first. */
export const groupPaths = (groups: ReadonlyMap<string, NodeGroup>): Map<NodeKey, string[]> =>
  new Map([...groups.values()].flatMap(({ id, nodes }) => nodes.map((key) => [key, pathOf(id, groups)] as const)));

/** The nodes of a group and of those in it. */
export const nodesIn = (id: string, groups: ReadonlyMap<string, NodeGroup>): NodeKey[] =>
  [...groups.values()].filter((group) => pathOf(group.id, groups).includes(id)).flatMap(({ nodes }) => [...nodes]);

interface StoredGroup {
  title: string;
  color: number;
  nodes: NodeKey[];
  parent?: string;
  collapsed?: true;
}

const storedForm = ({ title, color, isCollapsed, nodes, parent }: NodeGroup): StoredGroup => ({
  title,
  color,
  nodes: [...nodes],
  ...(parent !== undefined && { parent }),
  ...(isCollapsed && { collapsed: true }),
});

/** Changes the stored groups; those without nodes and groups go, and the last takes its place in the format along. */
const change =
  (edit: (groups: Record<string, StoredGroup>) => void): Command =>
  (draft) => {
    const stored: Record<string, StoredGroup> = {};
    for (const group of groupsOf(plain(draft)).values()) {
      const form = storedForm(group);
      stored[group.id] = { ...form, nodes: form.nodes.filter((key) => draft.nodes[key]) };
    }
    edit(stored);
    for (let isDone = false; !isDone; ) {
      const parents = new Set(Object.values(stored).map(({ parent }) => parent));
      const empty = Object.keys(stored).filter((id) => stored[id]!.nodes.length === 0 && !parents.has(id));
      for (const id of empty) delete stored[id];
      isDone = empty.length === 0;
    }
    const { groups: _, ...meta } = isObject(draft.rest.meta) ? plain(draft.rest.meta) : {};
    if (Object.keys(stored).length > 0) draft.rest.meta = { ...meta, groups: stored };
    else if (Object.keys(meta).length > 0) draft.rest.meta = meta;
    else delete draft.rest.meta;
  };

/** A group around nodes. Groups whose nodes are all among them are put into it whole; it is put into the group that all of them are in. */
export const addGroup = (id: string, keys: Iterable<NodeKey>, title: string): Command => {
  const wanted = new Set(keys);
  return (draft) => {
    const groups = groupsOf(plain(draft));
    const paths = groupPaths(groups);
    const isWhole = (group: string) => nodesIn(group, groups).every((key) => wanted.has(key));
    const all = [...wanted].map((key) => (paths.get(key) ?? []).filter((group) => !isWhole(group)));
    const parent = all[0]?.findLast((group) => all.every((path) => path.includes(group)));
    change((stored) => {
      const own: NodeKey[] = [];
      for (const key of wanted) {
        const outermost = paths.get(key)?.find(isWhole);
        if (outermost !== undefined) stored[outermost]!.parent = id;
        else own.push(key);
      }
      for (const group of Object.values(stored)) group.nodes = group.nodes.filter((key) => !own.includes(key));
      const used = new Set(Object.values(stored).map(({ color }) => color));
      const color = [1, 2, 3, 4, 5, 6, 7].find((one) => !used.has(one)) ?? 1;
      stored[id] = { title, color, nodes: own, ...(parent !== undefined && { parent }) };
    })(draft);
  };
};

/** Takes the frame away; what was in it is in the group around it. */
export const removeGroup = (id: string): Command =>
  change((groups) => {
    const { parent, nodes = [] } = groups[id] ?? {};
    delete groups[id];
    for (const group of Object.values(groups)) {
      if (group.parent !== id) continue;
      if (parent === undefined) delete group.parent;
      else group.parent = parent;
    }
    if (parent !== undefined) groups[parent]?.nodes.push(...nodes);
  });

export const changeGroup = (
  id: string,
  { isCollapsed, ...more }: Partial<Pick<NodeGroup, 'title' | 'color' | 'isCollapsed'>>,
): Command =>
  change((groups) => {
    const group = groups[id];
    if (!group) return;
    Object.assign(group, more);
    if (isCollapsed) group.collapsed = true;
    else if (isCollapsed === false) delete group.collapsed;
  });

/** Opens all groups around a node. */
export const showNode =
  (key: NodeKey): Command =>
  (draft) => {
    const groups = groupsOf(plain(draft));
    for (const id of groupPaths(groups).get(key) ?? []) changeGroup(id, { isCollapsed: false })(draft);
  };

/** The stored form of the groups whose nodes are all among these, as a copy of the nodes takes them along; undefined: there are none. */
export const wholeGroups = (
  document: Pick<WorkflowDocument, 'rest'>,
  keys: ReadonlySet<NodeKey>,
): Record<string, StoredGroup> | undefined => {
  const groups = groupsOf(document);
  const isWhole = (id: string) => nodesIn(id, groups).every((key) => keys.has(key));
  const whole = [...groups.values()].filter(({ id }) => isWhole(id));
  if (whole.length === 0) return undefined;
  return Object.fromEntries(
    whole.map((group) => {
      const { parent, ...stored } = storedForm(group);
      return [group.id, parent !== undefined && isWhole(parent) ? { ...stored, parent } : stored];
    }),
  );
};

/** Adds the groups of a fragment under ids of their own. @param keys of its nodes to those of the document; one that stands for several stays out */
export const addGroups =
  (fragment: Pick<WorkflowDocument, 'rest'>, keys: ReadonlyMap<NodeKey, NodeKey>): Command =>
  (draft) => {
    const groups = groupsOf(fragment);
    if (groups.size === 0) return;
    const ids = new Map([...groups.keys()].map((id) => [id, newNodeKey()]));
    change((stored) => {
      for (const group of groups.values()) {
        const { parent, nodes, ...look } = storedForm(group);
        stored[ids.get(group.id)!] = {
          ...look,
          nodes: nodes.flatMap((key) => keys.get(key) ?? []),
          ...(parent !== undefined && { parent: ids.get(parent)! }),
        };
      }
    })(draft);
  };
