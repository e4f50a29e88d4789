import type { Statement, Value, Values } from './statements.ts';
import { customDataText, progressText } from './stored-texts.ts';
import type { Resumed, Suspended } from './waits.ts';
import type { ExecutionEnd, WriteOf } from './writes.ts';

/**
 * The life of an execution's row, and who may move it:
 *
 *              claim                suspend
 *   queued ─────────────▶ running ─────────────▶ waiting
 *     ▲ ▲     release      │  ▲ │  record, reclaim  │
 *     │ └──────────────────┘  └─┘                   │
 *     └──────────────────── resume ─────────────────┘      from each of them: end
 *
 * Running rows are held by a process, and only that one moves them. A move from a state in which the row is not, or by one who does not hold it,
 * changes nothing. A new column is one of the schema and of the moves that set it.
 */
export type LiveState = 'queued' | 'running' | 'waiting';

interface Move<Write> {
  from: readonly LiveState[];
  /** The writer names who holds the row: a process, or no one. */
  isHeld: boolean;
  /** Column → SQL, in which `:name` is one of `values`. */
  set: Readonly<Record<string, string>>;
  values: Values<Write>;
  /** Further condition. */
  where?: string;
}

type Holder = { executionId: number; processId: string | null };

const id = { id: ['bigint', ({ executionId }: { executionId: number }): Value => executionId] } as const;
const holder = { process_id: ['text', ({ processId }: Holder): Value => processId] } as const;

const flag = (isSo: boolean): Value => (isSo ? 1 : 0);
const hasResults = ({ nodes }: { nodes: readonly unknown[] }): Value => flag(nodes.length > 0);

/** What counts until the next result is recorded. */
const recordedResults = {
  progress: 'coalesce(:progress, executions.progress)',
  resumption: 'case when :has_results = 1 then null else executions.resumption end',
} as const;

/** What belongs to a live execution only. */
const overAndDone = {
  process_id: 'null',
  wait_till: 'null',
  wait: 'null',
  in_flight: 'null',
  resumption: 'null',
  progress: 'null',
} as const;

const outcome = {
  status: ['text', ({ status }: ExecutionEnd): Value => status],
  stopped_at: ['bigint', ({ stoppedAt }: ExecutionEnd): Value => stoppedAt],
  error: ['text', ({ error }: ExecutionEnd): Value => error],
  last_node: ['text', ({ lastNode }: ExecutionEnd): Value => lastNode],
} as const;
const setOutcome = { status: ':status', stopped_at: ':stopped_at', error: ':error', last_node: ':last_node' } as const;

const live: readonly LiveState[] = ['queued', 'running', 'waiting'];
/** For conditions on whole tables. */
export const isLive = (table: string): string => `${table}.status in ('queued', 'running', 'waiting')`;

const move = <Write>(of: Move<Write>): Move<Write> => of;

export const claim = move<WriteOf<'claim'>>({
  from: ['queued'],
  isHeld: false,
  set: { status: `'running'`, process_id: ':process_id' },
  values: { ...id, ...holder },
});

export const record = move<WriteOf<'record'>>({
  from: ['running'],
  isHeld: true,
  set: {
    ...recordedResults,
    in_flight: ':in_flight',
    attempt: 'case when :has_results = 1 then 0 else executions.attempt end',
  },
  values: {
    ...id,
    ...holder,
    in_flight: ['text', ({ inFlight }) => inFlight],
    progress: ['text', progressText],
    has_results: ['integer', hasResults],
  },
});

export const reclaim = move<WriteOf<'reclaim'>>({
  from: ['running'],
  isHeld: true,
  set: { attempt: 'executions.attempt + 1' },
  values: { ...id, ...holder },
});

export const release = move<WriteOf<'release'>>({
  from: ['running'],
  isHeld: true,
  set: { ...recordedResults, status: `'queued'`, process_id: 'null', elapsed: ':elapsed' },
  values: {
    ...id,
    ...holder,
    elapsed: ['integer', ({ elapsed }) => elapsed],
    progress: ['text', progressText],
    has_results: ['integer', hasResults],
  },
});

/** Queued at once where what it waits for has happened already. */
export const suspend = move<Suspended>({
  from: ['running'],
  isHeld: true,
  set: {
    status: `case when :early is null then 'waiting' else 'queued' end`,
    stopped_at: 'case when :early is null then :stopped_at end',
    wait_till: 'case when :early is null then :wait_till end',
    wait: 'case when :early is null then :wait end',
    wait_count: 'executions.wait_count + case when :early is null then 0 else 1 end',
    resumption: ':early',
    process_id: 'null',
    in_flight: 'null',
    attempt: '0',
    elapsed: ':elapsed',
    progress: 'coalesce(:progress, executions.progress)',
    last_node: ':last_node',
    custom_data: 'coalesce(:custom_data, executions.custom_data)',
  },
  values: {
    ...id,
    ...holder,
    early: ['text', ({ early }) => early ?? null],
    stopped_at: ['bigint', ({ stoppedAt }) => stoppedAt],
    wait_till: ['bigint', ({ waitTill }) => waitTill],
    wait: ['text', ({ wait }) => JSON.stringify(wait)],
    elapsed: ['integer', ({ elapsed }) => elapsed],
    progress: ['text', progressText],
    last_node: ['text', ({ lastNode }) => lastNode],
    custom_data: ['text', customDataText],
  },
});

export const resume = move<Resumed>({
  from: ['waiting'],
  isHeld: false,
  set: {
    status: `case when :process_id is null then 'queued' else 'running' end`,
    process_id: ':process_id',
    stopped_at: 'null',
    wait_till: 'null',
    wait: 'null',
    wait_count: 'executions.wait_count + 1',
    resumption: ':resumption',
    start: ':start',
    origin: 'coalesce(:origin, executions.origin)',
  },
  values: {
    ...id,
    ...holder,
    resumption: ['text', ({ resumption }) => resumption],
    start: ['text', ({ start }) => start],
    origin: ['text', ({ origin }) => origin ?? null],
  },
});

export const end = move<ExecutionEnd>({
  from: live,
  isHeld: true,
  set: { ...overAndDone, ...setOutcome, custom_data: 'coalesce(:custom_data, executions.custom_data)' },
  values: { ...id, ...holder, ...outcome, custom_data: ['text', customDataText] },
});

/** Of one that is not kept, but whose parent may ask for its result once more. */
export const endHidden = move<ExecutionEnd>({
  from: live,
  isHeld: true,
  set: { ...overAndDone, ...setOutcome, temporary: '1', call_result: ':call_result' },
  values: { ...id, ...holder, ...outcome, call_result: ['text', ({ callResult }) => callResult ?? null] },
  where: `exists (select 1 from executions as parent where parent.id = executions.parent_id and ${isLive('parent')})`,
});

const states = (from: readonly LiveState[]): string => `(${from.map((state) => `'${state}'`).join(', ')})`;

const conditionOf = ({ from, isHeld, where }: Pick<Move<never>, 'from' | 'isHeld' | 'where'>): string =>
  [
    'executions.id = :id',
    ...(isHeld ? ['executions.process_id is not distinct from :process_id'] : []),
    `executions.status in ${states(from)}`,
    ...(where ? [where] : []),
  ].join(' and ');

export const toStatement = <Write>(of: Move<Write>): Statement<Write> => {
  const changes = Object.entries(of.set).map(([column, value]) => `${column} = ${value}`);
  return {
    text: `update executions set ${changes.join(', ')} {from} where ${conditionOf(of)}`,
    values: of.values,
    gives: { touched: 'executions.id' },
  };
};

/** Instead of the move: the row goes. */
export const endUnkept: Statement<ExecutionEnd> = {
  text: `delete from executions {using} where ${conditionOf(end)} returning executions.id, executions.idempotency_key`,
  values: { ...id, ...holder },
  gives: 'rows',
};
