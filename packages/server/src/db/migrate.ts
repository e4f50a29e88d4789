import type { ColumnBuilderCallback, ColumnDataType, Expression } from 'kysely';

/** What differs between the databases when a table is made. */
export interface Dialect {
  dialect: 'sqlite' | 'postgres';
  /** An id that counts up and is never used twice. */
  counter: { type: ColumnDataType | Expression<unknown>; build: ColumnBuilderCallback };
}
