import type { Item } from '@millrace/contract/data';
import { findMatches, mergeItems, passOn, suffixed } from './combine.ts';
import { type FieldPair, matchKey } from './match-key.ts';
import { clashOf, type MergeOptions } from './parameters.ts';

/** Joins two inputs by equal field values, as the node's output type says. */
export const joinByFields = (
  inputs: readonly [readonly Item[], readonly Item[]],
  pairs: readonly FieldPair[],
  joinMode: string,
  outputDataFrom: string,
  options: MergeOptions,
): Item[] => {
  const key = (fields: readonly string[]) =>
    matchKey(fields, !options.disableDotNotation, options.fuzzyCompare ?? false);
  const matches = findMatches(
    inputs,
    [key(pairs.map(({ field1 }) => field1)), key(pairs.map(({ field2 }) => field2))],
    options.multipleMatches === 'first' ? 'first' : 'all',
  );
  const clash = clashOf(options, joinMode === 'enrichInput2' ? 0 : 1);
  const joined = () => matches.pairs.map((pair) => mergeItems(pair, clash));
  const [alone1, alone2] = matches.unmatched.map((sources) => () => sources.map(passOn)) as [
    () => Item[],
    () => Item[],
  ];
  /** Beside what was joined: fields have the same names in all items. */
  const beside = (sources: () => Item[], input: number): Item[] =>
    clash.prefer === 'addSuffix' ? sources().map((item) => ({ ...item, json: suffixed(item.json, input) })) : sources();

  switch (joinMode) {
    case 'keepEverything':
      return [...joined(), ...beside(alone1, 0), ...beside(alone2, 1)];
    case 'enrichInput1':
      return [...joined(), ...beside(alone1, 0)];
    case 'enrichInput2':
      return [...joined(), ...beside(alone2, 1)];
    case 'keepNonMatches':
      if (outputDataFrom === 'input1') return alone1();
      if (outputDataFrom === 'input2') return alone2();
      // Where one input is empty all are from the other, and no item need say so.
      if (inputs.some((items) => items.length === 0)) return [...alone1(), ...alone2()];
      return [...alone1().map(withSource('input1')), ...alone2().map(withSource('input2'))];
    default:
      if (outputDataFrom === 'both') return joined();
      return [...new Set(matches.pairs.map((pair) => pair[outputDataFrom === 'input1' ? 0 : 1]))].map(passOn);
  }
};

const withSource = (source: string) => (item: Item) => ({ ...item, json: { ...item.json, _source: source } });
