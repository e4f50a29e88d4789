import { z } from 'zod';
import { dataTableColumnTypes, dataTableConditions } from '../data-table.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { nameText } from '../name-text.ts';
import { ownershipShape } from '../sharing.ts';
import { defineEndpoints } from './endpoint.ts';
import { jsonQuery } from './query.ts';

const nameSchema = nameText(limits.dataTableNameMaxLength);

export const dataTableColumnNameSchema = nameSchema.refine(
  (name) => !/^(id|createdat|updatedat|__proto__)$/i.test(name),
  'is a name that every table has for itself',
);

export const dataTableColumnSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.enum(dataTableColumnTypes),
});

export const dataTableSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** In their order. */
  columns: z.array(dataTableColumnSchema),
  rowCount: z.number().int(),
  /** What its rows take, in bytes. */
  size: z.number().int(),
  createdAt: z.iso.datetime(),
  /** The last change of its name, columns or rows. */
  updatedAt: z.iso.datetime(),
  ...ownershipShape,
});
export type DataTable = z.infer<typeof dataTableSchema>;

/** What an import has done. */
export const dataTableImportSchema = z.object({ count: z.number().int(), table: dataTableSchema });

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]).describe('A date is its ISO text.');

const rowSchema = z
  .record(z.string(), valueSchema)
  .describe('By names of columns, with `id`, `createdAt` and `updatedAt`.');

/** What is written: names of columns; what is left out stays, or is empty in a new row. */
const dataSchema = z.record(z.string(), valueSchema);

export const dataTableFilterSchema = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  conditions: z
    .array(
      z.strictObject({
        column: z.string(),
        condition: z.enum(dataTableConditions),
        value: valueSchema.optional(),
      }),
    )
    .max(100),
});

const sortSchema = z.strictObject({ column: z.string(), direction: z.enum(['asc', 'desc']).default('asc') });

const newColumnSchema = z.strictObject({ name: dataTableColumnNameSchema, type: z.enum(dataTableColumnTypes) });

const someRows = dataTableFilterSchema.refine(
  ({ conditions }) => conditions.length > 0,
  'must have a condition: without one every row is meant',
);

const limit = z.coerce.number().int().min(1).max(limits.dataTableRowsMaxPageSize).default(100);

const reads = { who: 'user', scope: 'dataTable:read' } as const;
const writes = { who: 'user', scope: 'dataTable:write' } as const;
const byId = z.strictObject({ id: idSchema });
const ofColumn = z.strictObject({ id: idSchema, columnId: idSchema });

export const dataTableEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/data-tables',
    summary: 'List the data tables that the caller may see, by name',
    access: reads,
    response: z.array(dataTableSchema),
  },
  get: {
    method: 'GET',
    path: '/data-tables/{id}',
    summary: 'Get a data table, without its rows',
    access: reads,
    params: byId,
    response: dataTableSchema,
  },
  create: {
    method: 'POST',
    path: '/data-tables',
    summary: 'Create a data table',
    access: writes,
    body: z.strictObject({
      name: nameSchema,
      columns: z.array(newColumnSchema).max(limits.dataTableColumns).default([]),
    }),
    response: dataTableSchema,
  },
  rename: {
    method: 'PATCH',
    path: '/data-tables/{id}',
    summary: 'Give a data table another name',
    access: writes,
    params: byId,
    body: z.strictObject({ name: nameSchema }),
    response: dataTableSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/data-tables/{id}',
    summary: 'Delete a data table with its rows',
    access: writes,
    params: byId,
    response: z.literal(true),
  },
  addColumn: {
    method: 'POST',
    path: '/data-tables/{id}/columns',
    summary: 'Add a column, the last one unless a place is named',
    access: writes,
    params: byId,
    body: newColumnSchema.extend({ position: z.number().int().min(0).optional() }),
    response: dataTableSchema,
  },
  changeColumn: {
    method: 'PATCH',
    path: '/data-tables/{id}/columns/{columnId}',
    summary: 'Give a column another name, or another place (from 0)',
    access: writes,
    params: ofColumn,
    body: z.strictObject({ name: dataTableColumnNameSchema.optional(), position: z.number().int().min(0).optional() }),
    response: dataTableSchema,
  },
  removeColumn: {
    method: 'DELETE',
    path: '/data-tables/{id}/columns/{columnId}',
    summary: 'Delete a column with its values',
    access: writes,
    params: ofColumn,
    response: dataTableSchema,
  },
  rows: {
    method: 'GET',
    path: '/data-tables/{id}/rows',
    summary: 'Read rows',
    description: 'In the order of `sort`, and where that leaves it open, of their ids.',
    access: reads,
    params: byId,
    query: z.strictObject({
      filter: jsonQuery(dataTableFilterSchema).optional(),
      sort: jsonQuery(z.array(sortSchema).max(10)).optional(),
      offset: z.coerce.number().int().min(0).default(0),
      limit,
    }),
    response: z.object({
      /** Of all that the filter lets through. */
      count: z.number().int(),
      rows: z.array(rowSchema),
    }),
  },
  insertRows: {
    method: 'POST',
    path: '/data-tables/{id}/rows',
    summary: 'Add rows',
    description: 'All or none of them.',
    access: writes,
    params: byId,
    body: z.strictObject({ rows: z.array(dataSchema).min(1).max(limits.dataTableRowsMaxPageSize) }),
    response: z.array(rowSchema),
  },
  updateRows: {
    method: 'PATCH',
    path: '/data-tables/{id}/rows',
    summary: 'Change the rows that a filter lets through',
    access: writes,
    params: byId,
    body: z.strictObject({ filter: someRows, data: dataSchema }),
    response: z.object({ count: z.number().int() }),
  },
  upsertRow: {
    method: 'POST',
    path: '/data-tables/{id}/rows/upsert',
    summary: 'Change the rows that a filter lets through, or add one where there are none',
    description: 'Of several at the same time none is lost, and none adds a row that another has just added.',
    access: writes,
    params: byId,
    body: z.strictObject({ filter: someRows, data: dataSchema }),
    response: z.object({ inserted: z.boolean(), count: z.number().int() }),
  },
  removeRows: {
    method: 'POST',
    path: '/data-tables/{id}/rows/delete',
    summary: 'Delete the rows that a filter lets through',
    access: writes,
    params: byId,
    body: z.strictObject({ filter: someRows }),
    response: z.object({ count: z.number().int() }),
  },
});
