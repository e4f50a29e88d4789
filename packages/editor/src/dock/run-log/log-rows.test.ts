import { expect, test } from 'vitest';
import type { LogEntry, RunLog } from '../../workflow/types.ts';
import { type LogRow, logRows, spanOfLog } from './log-rows.ts';

const entry = (key: string, runIndex: number, startTime: number, more: Partial<LogEntry> = {}): LogEntry => ({
  key,
  runIndex,
  startTime,
  executionTime: 10,
  itemsIn: 1,
  itemsOut: 1,
  outputs: [1],
  hasAsked: false,
  ...more,
});
const logOf = (entries: LogEntry[]): RunLog => ({
  entries,
  length: entries.length,
  byRun: new Map(entries.map((one) => [`${one.key} ${one.runIndex}`, one])),
});
const text = (row: LogRow) =>
  `${'  '.repeat(row.depth)}${row.kind === 'step' ? row.id : row.kind === 'loop' ? `loop x${row.passes}` : `pass ${row.number}`}`;
const texts = (entries: LogEntry[], loops: string[] = [], toggled: Record<string, boolean> = {}) =>
  logRows(logOf(entries), new Map(loops.map((key) => [key, 0])), new Map(Object.entries(toggled))).map(text);

test('what a node has used is shown below it, and at the top while that still runs', () => {
  const tool = entry('Tool', 0, 2, { serves: { key: 'Agent', runIndex: 0 } });
  expect(texts([tool])).toEqual(['Tool 0']);
  expect(texts([entry('Start', 0, 1), tool, entry('Agent', 0, 1)])).toEqual(['Start 0', 'Agent 0', '  Tool 0']);
  expect(texts([tool, entry('Agent', 0, 1)], [], { 'Agent 0': false })).toEqual(['Agent 0']);
});

test('the passes of a loop are one group, which opens by passes', () => {
  const passes = [0, 1, 2].flatMap((pass) => [entry('Loop', pass, pass * 20), entry('Body', pass, pass * 20 + 10)]);
  const all = [entry('Start', 0, 0), ...passes, entry('Loop', 3, 60), entry('End', 0, 70)];
  expect(texts(all, ['Loop', 'Body'])).toEqual(['Start 0', 'loop x3', 'End 0']);
  expect(texts(all, ['Loop', 'Body'], { 'loop Loop 0': true, 'pass Loop 1': true })).toEqual([
    'Start 0',
    'loop x3',
    '  pass 1',
    '  pass 2',
    '    Loop 1',
    '    Body 1',
    '  pass 3',
    '  Loop 3',
    'End 0',
  ]);
});

test('a group says when it ran and how often it failed', () => {
  const passes = [
    entry('Loop', 0, 0),
    entry('Body', 0, 10, { error: 'no' }),
    entry('Loop', 1, 20),
    entry('Body', 1, 30),
  ];
  const [group] = logRows(
    logOf(passes),
    new Map([
      ['Loop', 0],
      ['Body', 0],
    ]),
    new Map(),
  );
  expect(group).toMatchObject({ kind: 'loop', passes: 2, steps: 4, failures: 1, startTime: 0, endTime: 40 });
});

test('one pass alone is no group', () => {
  expect(texts([entry('Loop', 0, 0), entry('Body', 0, 1)], ['Loop', 'Body'])).toEqual(['Loop 0', 'Body 0']);
});

test('the span of a log reaches from its first start to its last end', () => {
  expect(spanOfLog(logOf([entry('A', 0, 30), entry('B', 0, 5)]))).toEqual({ start: 5, end: 40 });
});
