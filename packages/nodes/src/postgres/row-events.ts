/** The function and the trigger in the database that tell of changed rows. */
import { createHash } from 'node:crypto';
import { NodeError } from '@millrace/engine/node-api';
import type { Rows } from '../sql/batch.ts';
import { quoteName, type Statement } from '../sql/dialect.ts';
import { postgresDialect } from './session.ts';

export const rowOperations = ['INSERT', 'UPDATE', 'DELETE'] as const;
export type RowOperation = (typeof rowOperations)[number];

/** What is made in the database, and where. */
export interface RowEvents {
  schema: string;
  table: string;
  operation: RowOperation;
  functionName: string;
  triggerName: string;
  channel: string;
  /** What is there under these names may be replaced. */
  mayReplace: boolean;
}

type Run = (statement: Statement) => Promise<Rows | undefined>;

/** Bytes that a notification of PostgreSQL holds. */
const mostBytes = 7999;
/** Of names in PostgreSQL. */
const longestName = 63;

/**
 * The channel is its first argument. A row that no notification holds is told without its values: an error here would refuse the change itself.
 */
const body = `
declare payload text;
begin
  if tg_op = 'DELETE' then payload := row_to_json(old)::text; else payload := row_to_json(new)::text; end if;
  if octet_length(payload) > ${mostBytes} then
    payload := json_build_object('tooLarge', true, 'operation', tg_op, 'schema', tg_table_schema, 'table', tg_table_name)::text;
  end if;
  perform pg_notify(tg_argv[0], payload);
  return null;
end`;

const name = (text: string): string => quoteName(postgresDialect, text);
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** @throws NodeError for what is no name of a channel */
export const readChannel = (text: string): string => {
  const channel = text.trim();
  if (channel === '') throw new NodeError('There is no channel to listen to');
  if (channel.includes('\0') || Buffer.byteLength(channel) > longestName)
    throw new NodeError('The name of the channel is too long', { description: `The limit is ${longestName} bytes.` });
  return channel;
};

/** Names of what belongs to one node, and to nobody else. */
export const ownName = (workflow: string | null, node: string): string =>
  `millrace_${createHash('sha256').update(`${workflow} ${node}`).digest('hex').slice(0, 16)}`;

/** In one transaction, since they are one text. */
const createRowEvents = async (run: Run, events: RowEvents): Promise<void> => {
  const { schema, table, operation, functionName, triggerName, channel, mayReplace } = events;
  const place = `${name(schema)}.${name(table)}`;
  const own = `${name(schema)}.${name(functionName)}`;
  const replaced = mayReplace ? `drop trigger if exists ${name(triggerName)} on ${place};` : '';
  await run({
    text: `create ${mayReplace ? 'or replace ' : ''}function ${own}() returns trigger language plpgsql as $millrace$${body}$millrace$;
      ${replaced}
      create trigger ${name(triggerName)} after ${operation} on ${place} for each row execute function ${own}(${literal(channel)})`,
    values: [],
  });
};

/** Whether all is there as it is to be. */
export const hasRowEvents = async (run: Run, events: RowEvents): Promise<boolean> => {
  const { schema, table, operation, functionName, triggerName, channel } = events;
  const found = await run({
    text: `select pg_get_triggerdef(t.oid) as definition, p.prosrc as body
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid
      where n.nspname = $1 and c.relname = $2 and t.tgname = $3 and p.proname = $4`,
    values: [schema, table, triggerName, functionName],
  });
  const [trigger] = found ?? [];
  return (
    trigger !== undefined &&
    trigger.body === body &&
    String(trigger.definition).includes(` AFTER ${operation} ON `) &&
    String(trigger.definition).endsWith(`(${literal(channel)})`)
  );
};

/** @throws NodeError where something else has the names */
export const ensureRowEvents = async (run: Run, events: RowEvents): Promise<void> => {
  if (!(await hasRowEvents(run, events))) await createRowEvents(run, events);
};

/** What is not there is left alone, and a function that others use. */
export const dropRowEvents = async (
  run: Run,
  { schema, table, triggerName, functionName }: Pick<RowEvents, 'schema' | 'table' | 'triggerName' | 'functionName'>,
): Promise<void> => {
  const place = `${name(schema)}.${name(table)}`;
  const [found] = (await run({ text: 'select to_regclass($1) is not null as "isThere"', values: [place] })) ?? [];
  if (found?.isThere) await run({ text: `drop trigger if exists ${name(triggerName)} on ${place}`, values: [] });
  const used = await run({
    text: `select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = $1 and p.proname = $2`,
    values: [schema, functionName],
  });
  if (used?.length) return;
  const [schemaThere] =
    (await run({ text: 'select to_regnamespace($1) is not null as "isThere"', values: [name(schema)] })) ?? [];
  if (schemaThere?.isThere)
    await run({ text: `drop function if exists ${name(schema)}.${name(functionName)}()`, values: [] });
};
