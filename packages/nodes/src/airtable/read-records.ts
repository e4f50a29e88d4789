import type { Item, JsonObject } from '@millrace/contract/data';
import type { Tools } from '../service/operation.ts';
import { limitOf } from '../service/request-operation.ts';
import { type AirtableRecord, flatRecord, nameList, withAttachments } from './records.ts';

/** Records as items; with files where some were asked for, and then as Airtable gives them. */
export const toItems = async (records: AirtableRecord[], files: unknown, tools: Tools): Promise<Item[]> => {
  const names = nameList(files);
  const items: Item[] = [];
  for (const record of records) {
    if (names.length === 0) items.push({ json: flatRecord(record) });
    else items.push(await withAttachments(record, names, tools));
  }
  return items.map((item) => tools.withFiles(item.json, item.binary ?? {}));
};

/** Names of fields and their directions, as the public format stores them. */
export const readSort = (value: unknown): JsonObject[] =>
  (value as { property?: JsonObject[] } | undefined)?.property?.map(({ field, direction = 'asc' }) => ({
    field: field ?? '',
    direction,
  })) ?? [];

export const listRecords = (
  line: '/{base}/{table}' | '/{application}/{table}',
  query: Record<string, unknown>,
  tools: Tools,
): Promise<AirtableRecord[]> =>
  tools.list<AirtableRecord>(`GET ${line}`, { query }, { root: 'records', limit: limitOf(tools) });
