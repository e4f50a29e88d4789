import type { NodeTypeDescription } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { client } from './client.ts';
import { inOwnLanguage } from './node-texts.ts';
import { queryClient } from './queries.ts';

/**
 * Descriptions of node types. The list comes once, without parameters; the full form of a type is asked for when someone needs it,
 * all askers of one moment in one call.
 */

export interface NodeTypes {
  /** One entry a type and version. Empty until loaded. */
  list: readonly NodeTypeDescription[];
  loaded: boolean;
  /** By own name or alias. A version that is not there is answered by the nearest lower one, else by the lowest. */
  find(type: string, version: number): NodeTypeDescription | undefined;
}

export const nodeTypesQuery = {
  queryKey: ['node-types'],
  queryFn: async (): Promise<NodeTypes> => {
    const list = await client.nodeTypes.list();
    return indexNodeTypes(withOriginalNames(await inOwnLanguage(list), list));
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/** Whoever knows a node by its name in English finds it in every language. */
export const withOriginalNames = (
  shown: readonly NodeTypeDescription[],
  original: readonly NodeTypeDescription[],
): NodeTypeDescription[] =>
  shown.map((type, index) => {
    const name = original[index]?.displayName;
    if (name === undefined || name === type.displayName) return type;
    const { codex = { categories: [] } } = type;
    return { ...type, codex: { ...codex, alias: [...(codex.alias ?? []), name] } };
  });

const nothing: NodeTypes = { list: [], loaded: false, find: () => undefined };

export const indexNodeTypes = (list: readonly NodeTypeDescription[]): NodeTypes => {
  const versions = new Map<string, NodeTypeDescription[]>();
  const add = (name: string, description: NodeTypeDescription) => {
    const known = versions.get(name) ?? [];
    versions.set(
      name,
      [...known, description].sort((a, b) => a.version - b.version),
    );
  };
  for (const description of list) {
    for (const name of new Set([description.name, ...description.aliases])) add(name, description);
  }
  return {
    list,
    loaded: true,
    find(type, version) {
      const known = versions.get(type);
      return known?.findLast((description) => description.version <= version) ?? known?.[0];
    },
  };
};

type FullTypes = ReadonlyMap<string, NodeTypeDescription>;

const fullStore = createStore<{ types: FullTypes }>(() => ({ types: new Map() }));
const asked = new Set<string>();
let due: { name: string; version: number }[] = [];

const keyOf = (name: string, version: number) => `${version} ${name}`;

/** Loads the full form, unless it is there or on its way. A failed call may be asked for again. */
export const loadFullType = (name: string, version: number): void => {
  const key = keyOf(name, version);
  if (asked.has(key)) return;
  asked.add(key);
  due.push({ name, version });
  if (due.length === 1) queueMicrotask(() => void loadDue());
};

const keep = (descriptions: readonly NodeTypeDescription[]): void => {
  const types = new Map(fullStore.getState().types);
  for (const description of descriptions) types.set(keyOf(description.name, description.version), description);
  fullStore.setState({ types });
};

const loadDue = async (): Promise<void> => {
  const nodeInfos = due;
  due = [];
  try {
    keep(await inOwnLanguage(await client.nodeTypes.describe({ body: { nodeInfos } })));
  } catch {
    for (const { name, version } of nodeInfos) asked.delete(keyOf(name, version));
  }
};

/** The full forms of these types, loaded where they are missing; unknown types are left out. @throws ApiError */
export const fullTypesFor = async (
  wanted: readonly { name: string; version: number }[],
): Promise<(name: string, version: number) => NodeTypeDescription | undefined> => {
  const types = await queryClient.fetchQuery(nodeTypesQuery);
  const find = (name: string, version: number) => {
    const known = types.find(name, version);
    return known && fullStore.getState().types.get(keyOf(known.name, known.version));
  };
  const missing = wanted.filter(({ name, version }) => types.find(name, version) && !find(name, version));
  if (missing.length > 0) {
    const nodeInfos = missing.flatMap(({ name, version }) => types.find(name, version) ?? []);
    keep(
      await inOwnLanguage(
        await client.nodeTypes.describe({
          body: { nodeInfos: nodeInfos.map(({ name, version }) => ({ name, version })) },
        }),
      ),
    );
  }
  return find;
};

/** There are others now, and other credential types: what is shown is asked for again, and stays until the answer is here. */
export const refreshNodeTypes = (): void => {
  asked.clear();
  for (const { name, version } of fullStore.getState().types.values()) loadFullType(name, version);
  void queryClient.invalidateQueries({ queryKey: nodeTypesQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['node-actions'] });
  void queryClient.invalidateQueries({ queryKey: ['credential-types'] });
};

/** The full forms that are there, for code outside React. */
export const fullTypeOf = (name: string, version: number): NodeTypeDescription | undefined =>
  fullStore.getState().types.get(keyOf(name, version));

export const useNodeTypes = (): NodeTypes & {
  /** With `properties`; undefined until loaded, or if there is no such type. Asking loads it. */
  full(type: string, version: number): NodeTypeDescription | undefined;
} => {
  const { data = nothing } = useQuery(nodeTypesQuery);
  const types = useStore(fullStore, (state) => state.types);
  const wanted = useMemo(() => new Map<string, NodeTypeDescription>(), []);
  useEffect(() => {
    for (const { name, version } of wanted.values()) loadFullType(name, version);
  });
  return useMemo(
    () => ({
      ...data,
      full(type, version) {
        const known = data.find(type, version);
        if (!known) return undefined;
        const key = keyOf(known.name, known.version);
        const full = types.get(key);
        if (!full) wanted.set(key, known);
        return full;
      },
    }),
    [data, types, wanted],
  );
};
