import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { defineField } from '@millrace/engine/node-api';
import { readField } from '../fields/assign.ts';
import { chosen } from '../fields/chosen.ts';
import { type Aggregation, aggregations, prefixes } from './aggregation.ts';

export interface SummarizeOptions {
  disableDotNotation?: boolean;
  outputFormat?: string;
  skipEmptySplitFields?: boolean;
  continueIfFieldNotFound?: boolean;
}

/** Items that agree in the fields that were gone through so far. */
interface Group {
  /** Of the field that is split by; as it is in the first item. */
  value: Json;
  /** As a field is called. */
  name: string;
  indexes: number[];
}

/** Names of results have no blanks, dots, brackets or quotes. */
const tidyName = (name: string): string => name.replace(/[\]["]/g, '').replace(/[ .]/g, '_');

const nameOf = (value: Json | undefined): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export class Summary {
  readonly #items: readonly Item[];
  readonly #options: SummarizeOptions;
  readonly #aggregate: (indexes: readonly number[]) => [string, Json][];

  constructor(items: readonly Item[], fields: readonly Aggregation[], options: SummarizeOptions) {
    this.#items = items;
    this.#options = options;
    const steps = fields.map((how) => {
      const { aggregation = 'count', field = '' } = how;
      const compute = chosen(aggregations, 'Aggregation', aggregation);
      const name = tidyName(`${prefixes[aggregation]}${field}`);
      const values = items.map(({ json }) => readField(json, field, !options.disableDotNotation));
      return { how, compute, name, values };
    });
    this.#aggregate = (indexes) =>
      steps.map(({ how, compute, name, values }) => [
        name,
        compute(
          indexes.map((index) => values[index]),
          how,
        ),
      ]);
  }

  get #all(): number[] {
    return this.#items.map((_, index) => index);
  }

  #groups(indexes: readonly number[], field: string): Group[] {
    const groups = new Map<string, Group>();
    for (const index of indexes) {
      const value = readField((this.#items[index] as Item).json, field, !this.#options.disableDotNotation);
      if (this.#options.skipEmptySplitFields && typeof value !== 'number' && !value) continue;
      const name = nameOf(value);
      const group = groups.get(name);
      if (group) group.indexes.push(index);
      else groups.set(name, { value: value ?? null, name, indexes: [index] });
    }
    return [...groups.values()];
  }

  /**
   * An item for each group of items that agree in all fields.
   * @param keepsTypes values stay as they are; before, they became texts
   */
  separateItems(splitBy: readonly string[], keepsTypes: boolean): Item[] {
    const made: Item[] = [];
    const add = (indexes: readonly number[], rest: readonly string[], path: readonly [string, Json][]): void => {
      const [field, ...others] = rest;
      if (field === undefined) {
        const json: JsonObject = {};
        for (const [name, value] of [...path, ...this.#aggregate(indexes)]) defineField(json, name, value);
        made.push({ json, pairedItem: indexes.map((item) => ({ item })) });
        return;
      }
      for (const { value, name, indexes: inside } of this.#groups(indexes, field)) {
        const shown = keepsTypes && typeof value !== 'object' ? value : keepsTypes && value === null ? null : name;
        add(inside, others, [...path, [tidyName(field), shown]]);
      }
    };
    add(this.#all, splitBy, []);
    return made;
  }

  /** One item, in which the values of the fields are the names of nested fields. */
  singleItem(splitBy: readonly string[]): Item {
    const nest = (indexes: readonly number[], rest: readonly string[]): JsonObject => {
      const [field, ...others] = rest;
      const json: JsonObject = {};
      if (field === undefined) for (const [name, value] of this.#aggregate(indexes)) defineField(json, name, value);
      else for (const group of this.#groups(indexes, field)) defineField(json, group.name, nest(group.indexes, others));
      return json;
    };
    return { json: nest(this.#all, splitBy), pairedItem: this.#all.map((item) => ({ item })) };
  }
}
