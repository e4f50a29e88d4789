import { limits } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { JsonText } from '../../platform/json-text.ts';
import { findChunks, findInlineData, findNodeRunsAt, type OutputPlace, readChunk } from './node-run-store.ts';

/** Bytes of JSON that a page may read. */
const mostInPage = 64 * 1024 * 1024;

export interface ItemRange {
  offset: number;
  limit: number;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / (1024 * 1024))} MB`;

/** The inside of a JSON list, so that lists can be joined. */
export const listInside = (list: string): string => list.slice(list.indexOf('[') + 1, list.lastIndexOf(']')).trim();

const slice = (list: string, from: number, to: number): string =>
  listInside(JSON.stringify((JSON.parse(list) as unknown[]).slice(from, to)));

/** Reads the chunks that the range touches, and parses those that it cuts: two at most. */
const rangeOfChunks = async (
  db: Kysely<Database>,
  place: OutputPlace,
  { offset, limit }: ItemRange,
): Promise<string> => {
  const end = offset + limit;
  const chunks = await findChunks(db, place, { offset, end });
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  if (size > mostInPage && limit > 1)
    throw new AppError(
      'executionDataTooLarge',
      `These items are ${megabytes(size)} of JSON, and a page may have ${megabytes(mostInPage)}. Ask for fewer items at once (limit).`,
    );
  const parts: string[] = [];
  for (const { chunk, firstItem, itemCount } of chunks) {
    const items = await readChunk(db, place, chunk);
    if (items === undefined)
      throw new AppError('executionNotFound', `Execution ${place.executionId} has been deleted.`);
    const isWhole = firstItem >= offset && firstItem + itemCount <= end;
    parts.push(isWhole ? listInside(items) : slice(items, Math.max(0, offset - firstItem), end - firstItem));
  }
  return parts.join(',');
};

/**
 * A page of the items of one output, as JSON of an ItemPage. An output that got nothing has no items.
 *
 * @throws AppError executionNotFound for a node run that is not there; executionDataTooLarge
 */
export const readItemPage = async (db: Kysely<Database>, place: OutputPlace, range: ItemRange): Promise<JsonText> => {
  const { executionId, position, connection, output } = place;
  const [run] = await findNodeRunsAt(db, executionId, [position]);
  if (!run) throw new AppError('executionNotFound', `Execution ${executionId} has no node run ${position}.`);
  const counts = Object.hasOwn(run.outputs, connection) ? run.outputs[connection]! : [];
  const total = counts[output] ?? 0;
  const wanted = { offset: range.offset, limit: Math.min(range.limit, limits.itemsMaxPageSize) };
  let items = '';
  if (total > wanted.offset && run.isChunked) items = await rangeOfChunks(db, place, wanted);
  else if (total > wanted.offset) {
    const data = (await findInlineData(db, executionId, [position])).get(position);
    const lists = JSON.parse(data ?? '{}') as Record<string, (unknown[] | null)[]>;
    const list = (Object.hasOwn(lists, connection) && lists[connection]?.[output]) || [];
    items = listInside(JSON.stringify(list.slice(wanted.offset, wanted.offset + wanted.limit)));
  }
  return new JsonText(`{"total":${total},"items":[${items}]}`);
};
