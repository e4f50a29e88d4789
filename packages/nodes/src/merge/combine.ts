import { type Item, isObject, type JsonObject, type PairedItemReference } from '@millrace/contract/data';

/** Pure functions that join item lists of several inputs. Items are never changed; pairs name the input that they come from. */

export interface Clash {
  /** Which input wins where both have a field; `addSuffix` keeps both, with the input's number behind the name. */
  prefer: number | 'last' | 'addSuffix';
  deep: boolean;
  /** An empty value never wins over one that is there. */
  overrideEmpty: boolean;
}

interface Source {
  item: Item;
  /** Input index. */
  input: number;
  /** Position within the input. */
  index: number;
}

const pair = ({ input, index }: Source): PairedItemReference => ({ item: index, input });
export const tag = (items: readonly Item[], input: number): Source[] =>
  items.map((item, index) => ({ item, input, index }));
export const passOn = (source: Source): Item => ({ ...source.item, pairedItem: pair(source) });

export const append = (inputs: readonly (readonly Item[])[]): Item[] =>
  inputs.flatMap((items, input) => tag(items, input).map(passOn));

/** Stands for all items of all inputs. */
export const emptyItem = (inputs: readonly (readonly Item[])[]): Item => ({
  json: {},
  pairedItem: inputs.flatMap((items, input) => tag(items, input).map(pair)),
});

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const merged = (base: JsonObject, addition: JsonObject, clash: Clash): JsonObject => {
  const result = { ...base };
  for (const [key, value] of Object.entries(addition)) {
    const present = Object.hasOwn(result, key) ? result[key] : undefined;
    if (clash.overrideEmpty && isEmpty(value) && !isEmpty(present)) continue;
    result[key] =
      clash.deep && isObject(present) && isObject(value)
        ? merged(present as JsonObject, value as JsonObject, clash)
        : value;
  }
  return result;
};

/** Each field with the input's number behind its name. */
export const suffixed = (json: JsonObject, input: number): JsonObject =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [`${key}_${input + 1}`, value]));

/** One item out of items of different inputs. */
export const mergeItems = (sources: readonly Source[], clash: Clash): Item => {
  const jsons =
    clash.prefer === 'addSuffix'
      ? sources.map(({ item, input }) => suffixed(item.json, input))
      : inOrder(sources, clash.prefer).map(({ item }) => item.json);
  const result: Item = {
    json: jsons.reduce((all, json) => merged(all, json, clash), {}),
    pairedItem: sources.map(pair),
  };
  const binaries = inOrder(sources, clash.prefer === 'addSuffix' ? 'last' : clash.prefer).flatMap(({ item }) =>
    item.binary ? [item.binary] : [],
  );
  if (binaries.length > 0) result.binary = Object.assign({}, ...binaries);
  return result;
};

/** The input that wins comes last. */
const inOrder = (sources: readonly Source[], prefer: number | 'last'): readonly Source[] =>
  prefer === 'last'
    ? sources
    : [...sources.filter(({ input }) => input !== prefer), ...sources.filter(({ input }) => input === prefer)];

/** First with first, second with second; the rest of the longer inputs only if asked for. */
export const combineByPosition = (
  inputs: readonly (readonly Item[])[],
  clash: Clash,
  includeUnpaired: boolean,
): Item[] => {
  const lengths = inputs.map((items) => items.length);
  const count = lengths.length === 0 ? 0 : includeUnpaired ? Math.max(...lengths) : Math.min(...lengths);
  const tagged = inputs.map(tag);
  return Array.from({ length: count }, (_, index) =>
    mergeItems(
      tagged.flatMap((sources) => sources[index] ?? []),
      clash,
    ),
  );
};

/** Each item of the first with each item of the second input. Where the first wins, the second is gone through in the outer loop. */
export const combineAll = (first: readonly Item[], second: readonly Item[], clash: Clash): Item[] => {
  const firsts = tag(first, 0);
  const seconds = tag(second, 1);
  return clash.prefer === 0
    ? seconds.flatMap((other) => firsts.map((source) => mergeItems([source, other], clash)))
    : firsts.flatMap((source) => seconds.map((other) => mergeItems([source, other], clash)));
};

export interface Matches {
  pairs: [Source, Source][];
  unmatched: [Source[], Source[]];
}

/**
 * Pairs of items whose keys are equal. An item without a key matches nothing.
 * @param takes which of several items of the second input that have the key
 */
export const findMatches = (
  [first, second]: readonly [readonly Item[], readonly Item[]],
  keysOf: readonly [(item: Item) => string | undefined, (item: Item) => string | undefined],
  takes: 'first' | 'last' | 'all',
): Matches => {
  const byKey = new Map<string, Source[]>();
  const others = tag(second, 1);
  for (const source of others) {
    const key = keysOf[1](source.item);
    if (key === undefined) continue;
    const list = byKey.get(key);
    if (list) list.push(source);
    else byKey.set(key, [source]);
  }
  const matches: Matches = { pairs: [], unmatched: [[], []] };
  const matched = new Set<Source>();
  for (const source of tag(first, 0)) {
    const key = keysOf[0](source.item);
    const found = key === undefined ? undefined : byKey.get(key);
    if (!found) {
      matches.unmatched[0].push(source);
      continue;
    }
    const taken = takes === 'all' ? found : [found.at(takes === 'first' ? 0 : -1)!];
    for (const other of taken) {
      matched.add(other);
      matches.pairs.push([source, other]);
    }
  }
  matches.unmatched[1] = others.filter((source) => !matched.has(source));
  return matches;
};
