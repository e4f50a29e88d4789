/** The query that a person has written for an item, and its values. */
import { isObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import type { Query } from './batch.ts';
import type { SqlContext } from './context.ts';
import type { Dialect } from './dialect.ts';
import { onlySelects, readQuery, splitList } from './query-text.ts';

/** Fields are filled in wherever they stand: workflows have the query with and without the mark of an expression. */
export const queryText = (context: SqlContext, index: number): string => {
  const raw = String(context.rawParameter('query') ?? '').replace(/^=/, '');
  const text = raw.includes('{{') ? context.evaluate(`=${raw}`, index) : raw;
  if (typeof text !== 'string')
    throw new NodeError('The query is not text', { description: `It is ${JSON.stringify(text)}.` });
  if (text.trim() === '') throw new NodeError('The query is empty');
  return text;
};

/** Each value is evaluated by itself, so that one with a comma in it stays one. */
const readValues = (context: SqlContext, index: number): unknown[] | undefined => {
  const options = context.rawParameter('options');
  const raw = isObject(options) ? options.queryReplacement : undefined;
  if (isObject(raw) && !Array.isArray(raw)) {
    const { values } = ((context.parameter('options', index) as Record<string, unknown>).queryReplacement ?? {}) as {
      values?: { value?: unknown }[];
    };
    return values?.map(({ value }) => value);
  }
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  const parts = splitList(raw.replace(/^=+/, ''));
  const values = parts.map((part) => (part.includes('{{') ? context.evaluate(`=${part}`, index) : part));
  return values.length === 1 && Array.isArray(values[0]) && /^=?\s*\{\{/.test(raw) ? values[0] : values;
};

const storable = (value: unknown): unknown => (isObject(value) ? JSON.stringify(value) : value);

export const writtenQuery = (context: SqlContext, dialect: Dialect, index: number, values?: unknown[]): Query => {
  const text = queryText(context, index);
  const { replaceEmptyStrings } = (context.parameter('options', index) ?? {}) as { replaceEmptyStrings?: boolean };
  const given = (values ?? readValues(context, index))?.map((value) =>
    replaceEmptyStrings && value === '' ? null : value,
  );
  const isPlain = given === undefined && !dialect.hasBackslashes;
  return {
    // The values of :name, :csv and :json keep their shape until they are written.
    statements: isPlain
      ? [{ text, values: [] }]
      : readQuery(dialect, text, given).map((statement) => ({ ...statement, values: statement.values.map(storable) })),
    isSelect: onlySelects(dialect, text),
  };
};
