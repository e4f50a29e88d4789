/** What is different between databases, and the names and values that statements are made of. */
import { NodeError } from '@millrace/engine/node-api';

export interface Dialect {
  /** As people call it. */
  title: string;
  quote: '"' | '`';
  /** How the value of this place, counted from 1, is named in a statement. */
  place(index: number): string;
  /** Whether a backslash escapes in plain texts, and # begins a comment. */
  hasBackslashes: boolean;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** A name as the database takes it, whatever is in it. @throws NodeError for what is no name */
export const quoteName = ({ quote }: Dialect, name: unknown): string => {
  if (typeof name !== 'string' || name.trim() === '')
    throw new NodeError(
      typeof name === 'string' ? 'A name of a table or column is empty' : 'A name of a table or column is not text',
      { description: typeof name === 'string' ? undefined : `It is ${JSON.stringify(name)}.` },
    );
  if (name.includes('\0'))
    throw new NodeError('A name of a table or column has a character in it that names cannot have');
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
};

/** Collects the values of a statement while its text is written. */
export const createWriter = (dialect: Dialect) => {
  const values: unknown[] = [];
  return {
    values,
    name: (name: unknown): string => quoteName(dialect, name),
    names: (names: readonly unknown[]): string => names.map((name) => quoteName(dialect, name)).join(', '),
    value: (value: unknown): string => {
      values.push(value === undefined ? null : value);
      return dialect.place(values.length);
    },
    /** A column of a condition or an order is a name; `*` stands for all where columns are given. */
    columns: (names: readonly unknown[]): string =>
      names.length === 0 || names.includes('*') ? '*' : names.map((name) => quoteName(dialect, name)).join(', '),
  };
};

export type Writer = ReturnType<typeof createWriter>;
