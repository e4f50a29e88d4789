/** Queries that people write: where their values go, and where one statement ends. */
import { NodeError } from '@millrace/engine/node-api';
import { createWriter, type Dialect, quoteName, type Statement, type Writer } from './dialect.ts';

const tokens = (hasBackslashes: boolean): RegExp => {
  const text = hasBackslashes
    ? `'(?:[^'\\\\]|\\\\[\\s\\S])*'|"(?:[^"\\\\]|\\\\[\\s\\S])*"|\`[^\`]*\``
    : `'[^']*'|"[^"]*"`;
  const escaped = hasBackslashes
    ? ''
    : `|\\b[eE]'(?:[^'\\\\]|\\\\[\\s\\S])*'|\\$(?<tag>(?:[A-Za-z_]\\w*)?)\\$[\\s\\S]*?\\$\\k<tag>\\$`;
  const comment = `--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)${hasBackslashes ? '|#[^\\n]*' : ''}`;
  const place = '\\$(?<place>\\d+)(?<form>:(?:name|alias|csv|list|json|raw|value|open)\\b|[~^#])?';
  return new RegExp(`${text}${escaped}|${comment}|${place}|[A-Za-z_][\\w$]*|(?<end>;)`, 'g');
};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** What stands in the text for one mention of a value. */
const write = (writer: Writer, dialect: Dialect, value: unknown, form: string | undefined): string => {
  switch (form) {
    case undefined:
      return writer.value(value);
    case ':name':
    case ':alias':
    case '~': {
      if (value === '*') return '*';
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return (isObject ? Object.keys(value) : list(value)).map((name) => quoteName(dialect, name)).join(', ');
    }
    case ':csv':
    case ':list': {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const values = isObject ? Object.values(value) : list(value);
      return values.length === 0 ? 'NULL' : values.map((entry) => writer.value(entry)).join(', ');
    }
    case ':json':
      return writer.value(JSON.stringify(value ?? null));
    default:
      throw new NodeError(`${form} puts a query parameter into the query as it is, which is not safe`, {
        description: 'Leave it out, or use :name for the name of a table or column.',
      });
  }
};

/**
 * The statements of a text. Each mention of `$1` outside of texts, names and comments becomes a value of its own; `$1:name` a name.
 * @param values undefined: none were given, so the text stays as it is
 * @throws NodeError where one is missing
 */
export const readQuery = (dialect: Dialect, text: string, values: readonly unknown[] | undefined): Statement[] => {
  const statements: Statement[] = [];
  let writer = createWriter(dialect);
  let written = '';
  const end = () => {
    if (written.trim() !== '') statements.push({ text: written.trim(), values: writer.values });
    [writer, written] = [createWriter(dialect), ''];
  };
  let at = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(tokens(dialect.hasBackslashes))) {
    written += text.slice(at, index);
    at = index + token.length;
    if (groups.end) end();
    else if (groups.place && values) {
      const place = Number(groups.place);
      if (place < 1 || place > values.length)
        throw new NodeError(`The query has $${place}, and there are ${values.length} query parameters`);
      written += write(writer, dialect, values[place - 1], groups.form);
    } else written += token;
  }
  written += text.slice(at);
  end();
  return statements;
};

/** Whether all that a text does is to select. */
export const onlySelects = (dialect: Dialect, text: string): boolean =>
  readQuery(dialect, text, undefined).every((statement) =>
    /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*select\b/i.test(statement.text),
  );

/** Parts of a list with commas between; commas within expressions belong to them. */
export const splitList = (text: string): string[] =>
  (text.match(/(?:\{\{[\s\S]*?\}\}|[^,])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
