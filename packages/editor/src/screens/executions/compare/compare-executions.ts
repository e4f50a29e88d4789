import type { ExecutionOutline, Item, NodeRunOutline } from '@millrace/contract';

/** What one of the two executions did at a node. */
export interface NodeSide {
  status: 'success' | 'error';
  runs: number;
  /** Items that it sent by its main outputs, over all runs. */
  items: number;
  /** Milliseconds, over all runs. */
  duration: number;
  error?: string;
}

export interface DataDifference {
  run: number;
  output: number;
  /** Place of the item. */
  item: number;
  /** JSON path within it; empty: the item is there in one of them only. */
  path: string;
  first: unknown;
  second: unknown;
}

export interface NodeComparison {
  node: string;
  /** Undefined: it did not run. */
  first: NodeSide | undefined;
  second: NodeSide | undefined;
  /** Where its data differs first; `unread`: it is too large to be here, and differs by number or size. */
  difference: DataDifference | 'unread' | undefined;
  /** Its data is too large to be here, so number and size alone were compared. */
  isUnread: boolean;
  differs: boolean;
}

const sumOf = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

const sideOf = (runs: readonly NodeRunOutline[]): NodeSide | undefined => {
  if (runs.length === 0) return undefined;
  const failed = runs.find(({ task }) => task.error);
  return {
    status: failed ? 'error' : 'success',
    runs: runs.length,
    items: runs.reduce((sum, { outputs }) => sum + sumOf(outputs.main ?? []), 0),
    duration: runs.reduce((sum, { task }) => sum + task.executionTime, 0),
    ...(failed && { error: failed.task.error!.message }),
  };
};

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The first place in which two values of JSON differ, members in the order of the first. */
const differenceOf = (
  first: unknown,
  second: unknown,
  path = '',
): Pick<DataDifference, 'path' | 'first' | 'second'> | undefined => {
  if (Object.is(first, second)) return undefined;
  if (!isMembers(first) || !isMembers(second) || Array.isArray(first) !== Array.isArray(second))
    return { path, first, second };
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const step = Array.isArray(first) ? `[${name}]` : path === '' ? name : `.${name}`;
    const one = Object.hasOwn(first, name) ? first[name] : undefined;
    const other = Object.hasOwn(second, name) ? second[name] : undefined;
    const found = differenceOf(one, other, `${path}${step}`);
    if (found) return found;
  }
  return undefined;
};

const itemDifference = (first: readonly Item[], second: readonly Item[]) => {
  for (let item = 0; item < Math.max(first.length, second.length); item++) {
    const [one, other] = [first[item], second[item]];
    if (!one || !other) return { item, path: '', first: one?.json, second: other?.json };
    const found = differenceOf(one.json, other.json);
    if (found) return { item, ...found };
  }
  return undefined;
};

const isHeld = ({ data, size }: NodeRunOutline): boolean => data !== undefined || size === 0;

const dataDifference = (
  first: readonly NodeRunOutline[],
  second: readonly NodeRunOutline[],
): DataDifference | 'unread' | undefined => {
  for (let run = 0; run < Math.min(first.length, second.length); run++) {
    const [one, other] = [first[run]!, second[run]!];
    if (!isHeld(one) || !isHeld(other)) {
      if (one.size !== other.size || sumOf(one.outputs.main ?? []) !== sumOf(other.outputs.main ?? [])) return 'unread';
      continue;
    }
    const [given, taken] = [one.data?.main ?? [], other.data?.main ?? []];
    for (let output = 0; output < Math.max(given.length, taken.length); output++) {
      const found = itemDifference(given[output] ?? [], taken[output] ?? []);
      if (found) return { run, output, ...found };
    }
  }
  return undefined;
};

const byNode = ({ nodes }: Pick<ExecutionOutline, 'nodes'>): Map<string, NodeRunOutline[]> => {
  const runs = new Map<string, NodeRunOutline[]>();
  for (const run of nodes) {
    const known = runs.get(run.node);
    if (known) known.push(run);
    else runs.set(run.node, [run]);
  }
  return runs;
};

const isSameSide = (first: NodeSide | undefined, second: NodeSide | undefined): boolean =>
  first?.status === second?.status &&
  first?.runs === second?.runs &&
  first?.items === second?.items &&
  first?.error === second?.error;

/** The nodes of two executions side by side, in the order in which they ran. How long they took makes no difference. */
export const compareExecutions = (
  first: Pick<ExecutionOutline, 'nodes'>,
  second: Pick<ExecutionOutline, 'nodes'>,
): NodeComparison[] => {
  const [ofFirst, ofSecond] = [byNode(first), byNode(second)];
  return [...new Set([...ofFirst.keys(), ...ofSecond.keys()])].map((node) => {
    const [runs, others] = [ofFirst.get(node) ?? [], ofSecond.get(node) ?? []];
    const sides = { first: sideOf(runs), second: sideOf(others) };
    const difference = dataDifference(runs, others);
    return {
      node,
      ...sides,
      difference,
      isUnread: [...runs, ...others].some((run) => !isHeld(run)),
      differs: difference !== undefined || !isSameSide(sides.first, sides.second),
    };
  });
};
