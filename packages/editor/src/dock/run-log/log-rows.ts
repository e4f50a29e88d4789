import type { LogEntry, NodeKey, RunLog } from '../../workflow/types.ts';

/** Lines of the run log: steps in order, the uses of sub-nodes under what they served, the passes of a loop in one group. */
export type LogRow = StepRow | GroupRow | PassRow;

interface AnyRow {
  id: string;
  depth: number;
  /** Undefined: nothing is below it. */
  isOpen?: boolean;
}

export interface StepRow extends AnyRow {
  kind: 'step';
  entry: LogEntry;
}

/** Several passes of a loop that follow each other. */
export interface GroupRow extends AnyRow {
  kind: 'loop';
  /** The node that each pass begins with. */
  head: NodeKey;
  passes: number;
  steps: number;
  startTime: number;
  endTime: number;
  failures: number;
}

/** One pass of a loop. */
export interface PassRow extends AnyRow {
  kind: 'pass';
  /** From 1. */
  number: number;
  startTime: number;
  endTime: number;
  failures: number;
}

/** Rows that a person has opened or closed, by id; others are as they are at first. */
export type Toggled = ReadonlyMap<string, boolean>;

export const stepId = ({ key, runIndex }: Pick<LogEntry, 'key' | 'runIndex'>): string => `${key} ${runIndex}`;

export const endOf = ({ startTime, executionTime }: LogEntry): number => startTime + executionTime;

const spanOf = (entries: readonly LogEntry[]) => ({
  startTime: entries.reduce((first, { startTime }) => Math.min(first, startTime), Number.POSITIVE_INFINITY),
  endTime: entries.reduce((last, entry) => Math.max(last, endOf(entry)), 0),
  failures: entries.filter(({ error }) => error !== undefined).length,
});

interface Tree {
  top: readonly LogEntry[];
  below: ReadonlyMap<string, readonly LogEntry[]>;
}

/** What a node has asked for or used comes below it. It ended before, so it comes to the top while that still runs. */
const treeOf = ({ entries, length, byRun }: RunLog): Tree => {
  const top: LogEntry[] = [];
  const below = new Map<string, LogEntry[]>();
  for (let index = 0; index < length; index++) {
    const entry = entries[index]!;
    const parent = entry.serves?.key === undefined ? undefined : `${entry.serves.key} ${entry.serves.runIndex}`;
    if (parent === undefined || !byRun.has(parent)) {
      top.push(entry);
      continue;
    }
    const siblings = below.get(parent);
    if (siblings) siblings.push(entry);
    else below.set(parent, [entry]);
  }
  return { top, below };
};

/** Lists of steps that belong to one loop and follow each other; others alone. */
const runsOfLoops = function* (top: readonly LogEntry[], loops: ReadonlyMap<NodeKey, number>) {
  for (let from = 0; from < top.length; ) {
    const loop = loops.get(top[from]!.key);
    let to = from + 1;
    while (loop !== undefined && to < top.length && loops.get(top[to]!.key) === loop) to += 1;
    yield top.slice(from, to);
    from = to;
  }
};

/** Each pass begins with another run of the node that the first one began with. */
const passesOf = (entries: readonly LogEntry[]): LogEntry[][] => {
  const passes: LogEntry[][] = [];
  for (const entry of entries) {
    if (entry.key === entries[0]!.key) passes.push([entry]);
    else passes.at(-1)!.push(entry);
  }
  return passes;
};

/** All rows that are to be seen: what is closed is left out. */
export const logRows = (log: RunLog, loops: ReadonlyMap<NodeKey, number>, toggled: Toggled): LogRow[] => {
  const { top, below } = treeOf(log);
  const rows: LogRow[] = [];
  const addStep = (entry: LogEntry, depth: number): void => {
    const id = stepId(entry);
    const parts = below.get(id);
    const isOpen = parts && (toggled.get(id) ?? true);
    rows.push({ kind: 'step', id, depth, entry, isOpen });
    if (isOpen) for (const part of parts) addStep(part, depth + 1);
  };
  for (const entries of runsOfLoops(top, loops)) {
    const passes = passesOf(entries);
    if (passes.length < 2) {
      for (const entry of entries) addStep(entry, 0);
      continue;
    }
    const id = `loop ${stepId(entries[0]!)}`;
    const isOpen = toggled.get(id) ?? false;
    // The loop ends with a run of its head that sends nothing around any more.
    const hasEnd = passes.at(-1)!.length === 1 && passes[0]!.length > 1;
    const group = { passes: passes.length - (hasEnd ? 1 : 0), steps: entries.length, ...spanOf(entries) };
    rows.push({ kind: 'loop', id, depth: 0, isOpen, head: entries[0]!.key, ...group });
    if (!isOpen) continue;
    for (const [index, pass] of passes.entries()) {
      const passId = `pass ${stepId(pass[0]!)}`;
      const isPassOpen = toggled.get(passId) ?? false;
      if (pass.length === 1) {
        addStep(pass[0]!, 1);
        continue;
      }
      rows.push({ kind: 'pass', id: passId, depth: 1, number: index + 1, isOpen: isPassOpen, ...spanOf(pass) });
      if (isPassOpen) for (const entry of pass) addStep(entry, 2);
    }
  }
  return rows;
};

/** From the first start to the last end, in epoch milliseconds. */
export const spanOfLog = ({ entries, length }: RunLog): { start: number; end: number } => {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (let index = 0; index < length; index++) {
    start = Math.min(start, entries[index]!.startTime);
    end = Math.max(end, endOf(entries[index]!));
  }
  return { start, end };
};
