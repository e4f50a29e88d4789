import { type Kysely, sql } from 'kysely';

/**
 * What a database is made of, told in words that are the same for every way that leads there. By table: each column as
 * `bigint not null default 0`, and the keys and indexes, such as `unique (workflow_id, digest)` and `index executions_waiting (wait_till) partial`.
 */
export type SchemaShape = Record<string, { columns: Record<string, string>; keys: string[] }>;

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  required: number | boolean;
  value: string | null;
}

interface KeyRow {
  table: string;
  /** `primary key`, `unique`, `index <name>`, `unique index <name>` or `foreign key`. */
  kind: string;
  column: string | null;
  partial: number | boolean;
  /** Of a foreign key: `references workflows (id) on delete cascade`. */
  target: string | null;
  /** What the rows of one key have in common. */
  id: string;
}

const ofSqlite = {
  columns: sql<ColumnRow>`
    select m.name as "table", c.name, c.type, c."notnull" as required, c.dflt_value as value
    from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.name`,
  keys: sql<KeyRow>`
    select m.name as "table", 'primary key' as kind, c.name as "column", 0 as partial, null as target, 'primary key' as id, c.pk as place
    from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.pk > 0
    union all
    select m.name, case i.origin when 'u' then 'unique' else iif(i."unique", 'unique ', '') || 'index ' || i.name end,
      c.name, i.partial, null, i.name, c.seqno
    from sqlite_schema m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
    where m.type = 'table' and i.origin <> 'pk'
    union all
    select m.name, 'foreign key', f."from", 0,
      'references ' || f."table" || ' (' || f."to" || ') on delete ' || lower(f.on_delete), 'foreign key ' || f.id, f.seq
    from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table'
    order by 1, 6, 7`,
};

const ofPostgres = {
  columns: sql<ColumnRow>`
    select t.relname as "table", c.attname as name, format_type(c.atttypid, c.atttypmod) as type, c.attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as value
    from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = c.attnum
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') order by 1, 2`,
  keys: sql<KeyRow>`
    select t.relname as "table",
      case when i.indisprimary then 'primary key' when u.oid is not null then 'unique'
        else case when i.indisunique then 'unique ' else '' end || 'index ' || x.relname end as kind,
      c.attname as "column", i.indpred is not null as partial, null as target, x.relname::text as id, k.place
    from pg_index i
    join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    cross join unnest(i.indkey::int2[]) with ordinality k(number, place)
    left join pg_attribute c on c.attrelid = t.oid and c.attnum = k.number
    left join pg_constraint u on u.conindid = i.indexrelid and u.contype = 'u'
    where t.relnamespace = current_schema()::regnamespace
    union all
    select t.relname, 'foreign key', c.attname, false,
      'references ' || r.relname || ' (' || rc.attname || ') on delete ' ||
        case f.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' when 'd' then 'set default' else 'no action' end,
      'foreign key ' || f.conname, k.place
    from pg_constraint f
    join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
    cross join unnest(f.conkey, f.confkey) with ordinality k(number, target, place)
    join pg_attribute c on c.attrelid = t.oid and c.attnum = k.number
    join pg_attribute rc on rc.attrelid = r.oid and rc.attnum = k.target
    where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace
    order by 1, 6, 7`,
};

const tellColumn = ({ type, required, value }: ColumnRow): string => {
  // PostgreSQL names the type of a default once more: `'a'::text`.
  const standard = value?.replace(/::[\w ]+$/, '') ?? null;
  return `${type.toLowerCase()}${required ? ' not null' : ''}${standard === null ? '' : ` default ${standard}`}`;
};

const tellKey = ([first, ...rest]: KeyRow[]): string => {
  const { kind, partial, target } = first as KeyRow;
  const columns = [first as KeyRow, ...rest].map(({ column }) => column ?? 'expression').join(', ');
  return `${kind} (${columns})${partial ? ' partial' : ''}${target ? ` ${target}` : ''}`;
};

/** Reads it from the database as it is. */
export const readSchemaShape = async <T>(db: Kysely<T>, dialect: 'sqlite' | 'postgres'): Promise<SchemaShape> => {
  const queries = dialect === 'sqlite' ? ofSqlite : ofPostgres;
  const { rows: columns } = await queries.columns.execute(db);
  const { rows: keys } = await queries.keys.execute(db);
  const keysOf = Map.groupBy(keys, ({ table }) => table);
  const shape: [string, SchemaShape[string]][] = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const rows = Map.groupBy(keysOf.get(table) ?? [], ({ id }) => id);
    return [
      table,
      {
        columns: Object.fromEntries(own.map((column) => [column.name, tellColumn(column)])),
        keys: [...rows.values()].map(tellKey).sort(),
      },
    ];
  });
  return Object.fromEntries(shape);
};

/**
 * In what a database is not what it should be, a line each. Tables that nobody asked for, and indexes that only make reading faster, belong to
 * whoever operates the database.
 */
export const schemaDifferences = (actual: SchemaShape, expected: SchemaShape): string[] =>
  Object.entries(expected).flatMap(([table, wanted]) => {
    const found = Object.hasOwn(actual, table) ? actual[table] : undefined;
    if (!found) return [`the table ${table} is missing`];
    const names = new Set([...Object.keys(wanted.columns), ...Object.keys(found.columns)]);
    const columns = [...names].flatMap((name) => {
      const [is, should] = [found.columns[name], wanted.columns[name]];
      if (is === should) return [];
      if (is === undefined) return [`the column ${table}.${name} is missing`];
      if (should === undefined) return [`the column ${table}.${name} is unknown`];
      return [`the column ${table}.${name} is "${is}" instead of "${should}"`];
    });
    const missing = wanted.keys.filter((key) => !found.keys.includes(key));
    const unknown = found.keys.filter((key) => !wanted.keys.includes(key) && !key.startsWith('index '));
    return [
      ...columns,
      ...missing.map((key) => `${table} has no ${key}`),
      ...unknown.map((key) => `${table} has an unknown ${key}`),
    ];
  });
