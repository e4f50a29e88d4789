/** Queries of items, one after the other, in one of the ways that people choose from. */
import type { Item, JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { Statement } from './dialect.ts';

export type Rows = Record<string, unknown>[];

export interface Session {
  /** The rows of a statement; undefined where it is none that gives rows. */
  run(statement: Statement): Promise<Rows | undefined>;
  /** Waits until what was sent has been answered, unless it is stopped. */
  close(): Promise<void>;
  /** Breaks it off. */
  destroy(): void;
}

export interface Query {
  statements: readonly Statement[];
  /** Says nothing where it finds nothing. */
  isSelect: boolean;
  /** What is wrong where no row was meant. */
  missing?: string;
}

/** `single` and `multiple` are one transaction without the word. */
export type Batching = 'single' | 'multiple' | 'independently' | 'transaction';

export interface BatchOptions {
  batching: Batching;
  /** Whether each item whose query gives nothing becomes `success`; otherwise one for all of them together. */
  succeedsAlone: boolean;
}

type Context = Pick<ExecuteContext, 'items' | 'continueOnFail' | 'failedItem' | 'signal'>;

const runQuery = async (session: Session, { statements, missing }: Query): Promise<Rows> => {
  const rows: Rows = [];
  for (const statement of statements) for (const row of (await session.run(statement)) ?? []) rows.push(row);
  if (missing !== undefined && rows.length === 0)
    throw new NodeError("The row that is to be updated doesn't exist", { description: missing });
  return rows;
};

const plainly = (text: string): Statement => ({ text, values: [] });

/** @param build makes the query of an item; what it throws is the failure of that item */
export const runBatch = async (
  context: Context,
  session: Session,
  build: (index: number) => Query | Promise<Query>,
  { batching, succeedsAlone }: BatchOptions,
): Promise<Item[]> => {
  const { items } = context;
  const success = (index: number): Item => ({ json: { success: true }, pairedItem: index });
  const output: Item[] = [];
  const runItem = async (index: number, query: Query): Promise<Item[]> => {
    const rows = await runQuery(session, query);
    if (rows.length === 0 && succeedsAlone && !query.isSelect) return [success(index)];
    return rows.map((row) => ({ json: row as JsonObject, pairedItem: index }));
  };

  if (batching === 'independently') {
    for (const index of items.keys())
      try {
        for (const item of await runItem(index, await build(index))) output.push(item);
      } catch (error) {
        if (!context.continueOnFail || context.signal.aborted) throw error;
        output.push(context.failedItem(error, index));
      }
    return output;
  }

  let current = 0;
  let hasBegun = false;
  try {
    const queries: Query[] = [];
    for (current = 0; current < items.length; current++) queries.push(await build(current));
    // One statement by itself may be one that no transaction can have.
    const isOne = queries.reduce((sum, { statements }) => sum + statements.length, 0) < 2 && batching !== 'transaction';
    if (!isOne) await session.run(plainly('BEGIN'));
    hasBegun = !isOne;
    for (current = 0; current < items.length; current++)
      for (const item of await runItem(current, queries[current] as Query)) output.push(item);
    if (hasBegun) await session.run(plainly('COMMIT'));
    if (output.length === 0 && !succeedsAlone && !queries.every(({ isSelect }) => isSelect))
      output.push({ json: { success: true }, pairedItem: [...items.keys()].map((item) => ({ item })) });
    return output;
  } catch (error) {
    if (hasBegun) await session.run(plainly('ROLLBACK')).catch(() => undefined);
    if (!context.continueOnFail || context.signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return [...items.keys()].map((index) =>
      context.failedItem(
        index === current ? error : new NodeError(`Nothing was done, since item ${current} failed: ${message}`),
        index,
      ),
    );
  }
};
