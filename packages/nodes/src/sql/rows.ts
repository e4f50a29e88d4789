/** What an item writes into a table. */
import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { readColumns } from '../fields/mapped-columns.ts';
import type { SqlContext } from './context.ts';

export interface Row {
  values: Record<string, unknown>;
  /** Columns that say which row is meant. */
  matchBy: string[];
}

const emptyToNull = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));

/** The shape in which columns were given before there was a mapper for them. */
const readSentValues = (context: SqlContext, index: number, input: JsonObject, operation: string): Row => {
  const matchBy = operation === 'insert' ? [] : [String(context.parameter('columnToMatchOn', index) ?? '')];
  if (context.parameter('dataMode', index) === 'autoMapInputData') return { values: input, matchBy };
  const { values = [] } = (context.parameter('valuesToSend', index) ?? {}) as {
    values?: { column?: unknown; value?: unknown }[];
  };
  const sent = values.map(({ column, value }) => [String(column ?? ''), value] as const);
  const match = matchBy.map((column) => [column, context.parameter('valueToMatchOn', index)] as const);
  return { values: Object.fromEntries([...sent, ...match]), matchBy };
};

/** @throws NodeError where nothing is written, or nothing says which row is meant */
export const readRow = (context: SqlContext, index: number, operation: string, hasMapper: boolean): Row => {
  const input = context.items[index]?.json ?? {};
  const row: Row = hasMapper
    ? readColumns(context.parameter('columns', index), input)
    : readSentValues(context, index, input, operation);
  const { replaceEmptyStrings } = (context.parameter('options', index) ?? {}) as { replaceEmptyStrings?: boolean };
  const given = replaceEmptyStrings ? emptyToNull(row.values) : row.values;
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const matchBy = operation === 'insert' ? [] : row.matchBy;
  if (operation !== 'insert') {
    const [missing] = matchBy.filter((column) => values[column] === undefined);
    if (matchBy.length === 0 || missing !== undefined)
      throw new NodeError(
        missing ? `The item has no value for "${missing}", the column to match on` : 'No column to match on is chosen',
        { description: 'Without one nothing says which row is meant.' },
      );
    if (Object.keys(values).every((column) => matchBy.includes(column)) && operation === 'update')
      throw new NodeError('There are no values to update besides those of the columns to match on');
  }
  return { values, matchBy };
};
