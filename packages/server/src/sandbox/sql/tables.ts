import type { DatabaseSync } from 'node:sqlite';

/** Inputs as tables `input1`, `input2` …, and rows as the fields of items. */

type Fields = Record<string, unknown>;
export interface TableItem {
  json: Fields;
}

/** Begins the text of a value that is no text, number or boolean. */
const mark = '\u0000json:';

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const toCell = (value: unknown): null | number | string => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return mark + JSON.stringify(value);
};

const columnsOf = (items: readonly TableItem[]): string[] => {
  const names = new Map<string, string>();
  for (const { json } of items)
    for (const name of Object.keys(json)) {
      const known = names.get(name.toLowerCase()) ?? name;
      if (known !== name)
        throw new Error(
          `The fields "${known}" and "${name}" differ in capital letters only, which SQL does not tell apart`,
        );
      names.set(name.toLowerCase(), name);
    }
  return [...names.values()];
};

const isBoolean = (items: readonly TableItem[], name: string): boolean => {
  const values = items.map(({ json }) => json[name]).filter((value) => value !== undefined && value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'boolean');
};

/** @returns `table.column` of those that hold true and false, which SQL has as 1 and 0 */
export const fillTables = (db: DatabaseSync, inputs: readonly (readonly TableItem[])[]): Set<string> => {
  const booleans = new Set<string>();
  for (const [index, items] of inputs.entries()) {
    const table = `input${index + 1}`;
    const columns = columnsOf(items);
    // A table has one column at least.
    const declared = columns.length > 0 ? columns : ['empty'];
    db.exec(`create table ${table} (${declared.map(quote).join(', ')})`);
    if (columns.length === 0) continue;
    for (const name of columns) if (isBoolean(items, name)) booleans.add(`${table}.${name}`);
    const insert = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
    for (const { json } of items) insert.run(...columns.map((name) => toCell(json[name])));
  }
  return booleans;
};

const toValue = (cell: unknown, isTruth: boolean): unknown => {
  if (typeof cell === 'string' && cell.startsWith(mark)) return JSON.parse(cell.slice(mark.length));
  return isTruth && typeof cell === 'number' ? cell === 1 : cell;
};

/** Rows of a query. Of columns of one name the last that has a value counts, as in a join to which nothing fits. */
export const readRows = (db: DatabaseSync, query: string, booleans: ReadonlySet<string>): Fields[] => {
  const statement = db.prepare(query);
  const columns = statement.columns();
  statement.setReturnArrays(true);
  return (statement.all() as unknown as unknown[][]).map((row) => {
    const fields: Fields = {};
    for (const [index, { name, table, column }] of columns.entries()) {
      const value = toValue(row[index], booleans.has(`${table}.${column}`));
      if (value !== null || !Object.hasOwn(fields, name))
        Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return fields;
  });
};
