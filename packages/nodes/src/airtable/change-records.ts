/** Operations that write to records which are found by their id, or by what columns hold. */
import type { Item, JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { type Columns, readColumns } from '../fields/mapped-columns.ts';
import { inBatches, pairedResults } from '../service/batch.ts';
import type { RunOperation, Tools } from '../service/operation.ts';
import { type AirtableRecord, formulaField, formulaText, withoutFields } from './records.ts';

const line = '/{base}/{table}';
const mostAtOnce = 10;

export interface WriteOptions {
  typecast?: boolean;
  ignoreFields?: string;
  updateAllMatches?: boolean;
}

interface Change {
  tools: Tools;
  record: { id?: string; fields: JsonObject };
  typecast: boolean;
  /** Columns by which Airtable itself finds the record. */
  mergeOn?: string[];
  all: boolean;
}

interface Written {
  records: JsonObject[];
}

const read = (tools: Tools): { columns: Columns; options: WriteOptions } => ({
  columns: readColumns(tools.value('columns' as never), tools.item.json),
  options: tools.value('options' as never) as WriteOptions,
});

const keyOf = ({ tools, typecast, mergeOn }: Change): string =>
  JSON.stringify([tools.value('base' as never), tools.value('table' as never), typecast, mergeOn ?? null]);

const bodyOf = (changes: Change[]): JsonObject => {
  const { typecast, mergeOn } = changes[0]!;
  return {
    records: changes.map(({ record }) => record as JsonObject),
    typecast,
    ...(mergeOn && { performUpsert: { fieldsToMergeOn: mergeOn } }),
  };
};

const patch = async (changes: Change[]): Promise<JsonObject[]> => {
  const { tools } = changes[0]!;
  return (await tools.request<Written>(`PATCH ${line}`, { body: bodyOf(changes) })).records;
};

const requireId = (id: unknown): string => {
  if (typeof id === 'string' && id !== '') return id;
  throw new NodeError('The record has no id', { description: 'Map the column id, or match by another column.' });
};

/** Records of the table by what a column holds, read once for all items. */
const tableReader = () => {
  const tables = new Map<string, Promise<AirtableRecord[]>>();
  return (tools: Tools, column: string): Promise<AirtableRecord[]> => {
    const key = JSON.stringify([tools.value('base' as never), tools.value('table' as never), column]);
    const found =
      tables.get(key) ??
      tools.list<AirtableRecord>(`GET ${line}`, { query: { fields: [column] } }, { root: 'records' });
    tables.set(key, found);
    return found;
  };
};

export const update: RunOperation['execute'] = (context, toolsFor, shape) => {
  const readTable = tableReader();
  return inBatches<Change>(context, {
    size: mostAtOnce,
    keyOf,
    async entriesOf(itemIndex) {
      const tools = toolsFor(itemIndex);
      const { columns, options } = read(tools);
      const [matchBy = 'id'] = columns.matchBy;
      const change = (id: string, fields: JsonObject): Change => ({
        tools,
        record: { id, fields: columns.isAutomatic ? withoutFields(fields, options.ignoreFields) : fields },
        typecast: options.typecast === true,
        all: false,
      });
      const { [matchBy]: key, ...others } = columns.values;
      if (matchBy === 'id') return [change(requireId(key), others)];
      const found = (await readTable(tools, matchBy)).filter(({ fields }) => fields[matchBy] === key);
      if (found.length === 0) throw new NodeError(`No record has ${JSON.stringify(key ?? null)} in "${matchBy}"`);
      const wanted = options.updateAllMatches ? found : found.slice(0, 1);
      return wanted.map(({ id }) => change(id, columns.isAutomatic ? columns.values : others));
    },
    send: async (entries) =>
      pairedResults(await patch(entries.map(({ entry }) => entry)), entries, (result, position) =>
        shape([result], (entries[position] ?? entries[0]!).entry.tools),
      ),
  });
};

/** Airtable refuses to decide between several that match. They are looked up, and the first, or all, are written to. */
const patchMatches = async ({ tools, record, typecast, mergeOn = [], all }: Change): Promise<JsonObject[]> => {
  const conditions = mergeOn.map((column) => `${formulaField(column)} = ${formulaText(record.fields[column])}`);
  const query = { fields: mergeOn, filterByFormula: `AND(${conditions.join(',')})` };
  const found = await tools.list<AirtableRecord>(`GET ${line}`, { query }, { root: 'records' });
  const wanted = all ? found : found.slice(0, 1);
  const results: JsonObject[] = [];
  for (let at = 0; at < wanted.length; at += mostAtOnce) {
    const changes = wanted.slice(at, at + mostAtOnce).map(({ id }) => ({ id, fields: record.fields }));
    const body = { records: changes, typecast };
    results.push(...(await tools.request<Written>(`PATCH ${line}`, { body })).records);
  }
  return results;
};

const upsertAlone = async (change: Change): Promise<JsonObject[]> => {
  const { tools, record, typecast, mergeOn } = change;
  const create = async () => {
    const body = { records: [{ fields: record.fields }], typecast };
    return (await tools.request<Written>(`POST ${line}`, { body })).records;
  };
  if (!mergeOn && !record.id) return create();
  try {
    return await patch([change]);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (!mergeOn && (error.httpCode === '422' || error.httpCode === '404')) return create();
    if (mergeOn && /more than one record/i.test(error.message)) return patchMatches(change);
    throw error;
  }
};

export const upsert: RunOperation['execute'] = (context, toolsFor, shape) =>
  inBatches<Change>(context, {
    size: mostAtOnce,
    keyOf,
    entriesOf(itemIndex) {
      const tools = toolsFor(itemIndex);
      const { columns, options } = read(tools);
      const { values, matchBy, isAutomatic } = columns;
      const byId = matchBy.length === 0 || matchBy.includes('id');
      const { id, ...others } = values;
      const fields = byId ? others : values;
      return [
        {
          tools,
          record: {
            ...(byId && typeof id === 'string' && id !== '' && { id }),
            fields: isAutomatic ? withoutFields(fields, options.ignoreFields) : fields,
          },
          typecast: options.typecast === true,
          ...(!byId && { mergeOn: matchBy }),
          all: options.updateAllMatches === true,
        },
      ];
    },
    async send(entries): Promise<Item[]> {
      const toItems = (results: JsonObject[], of: typeof entries) =>
        pairedResults(results, of, (result, position) => shape([result], (of[position] ?? of[0]!).entry.tools));
      const hasIds = entries.every(({ entry }) => entry.mergeOn || entry.record.id);
      if (entries.length > 1 && hasIds) {
        try {
          return toItems(await patch(entries.map(({ entry }) => entry)), entries);
        } catch (error) {
          // One that matches several, or none, is seen to alone.
          if (!(error instanceof NodeError) || !['404', '422'].includes(error.httpCode ?? '')) throw error;
        }
      }
      const items: Item[] = [];
      for (const one of entries) items.push(...toItems(await upsertAlone(one.entry), [one]));
      return items;
    },
  });
