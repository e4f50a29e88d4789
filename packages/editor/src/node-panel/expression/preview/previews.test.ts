import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Evaluation } from '../evaluation.ts';
import type { PreviewSource } from './preview-source.ts';
import { createPreviews, type Previews, previewBudget } from './previews.ts';
import type { PartKey, PreviewBase } from './protocol.ts';
import { fakeWorkers } from './worker-for-test.ts';

const base: PreviewBase = {
  workflow: { id: '7', name: 'W', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Here', typeVersion: 1 },
  runIndex: 0,
  source: [{ previousNode: 'Start' }],
  timezone: 'UTC',
  nodeNames: ['Here', 'Start', 'Other'],
  leading: [['Start', 0]],
};
const inputs = [[{ json: { name: 'Ada' } }]];
const task = (name: string) => ({ startTime: 0, executionTime: 0, source: [], data: { main: [[{ json: { name } }]] } });
const sourceOf = (more: Partial<Record<PartKey, unknown>> = {}): PreviewSource => {
  const parts: Partial<Record<PartKey, unknown>> = {
    base: JSON.stringify(base),
    inputs,
    'runs Other': [task('Bob')],
    'parameters Here': '{"city":"Rome"}',
    ...more,
  };
  return { part: (key) => parts[key] };
};

let workers: ReturnType<typeof fakeWorkers>;
let previews: Previews;
const ask = (source: PreviewSource, text: string) => {
  const answers: Evaluation[] = [];
  const takeBack = previews.evaluate(source, { text: `={{ ${text} }}`, itemIndex: 0 }, (answer) =>
    answers.push(answer),
  );
  return { answers, takeBack };
};
const settled = () => vi.advanceTimersByTimeAsync(0);
const textsSent = () => workers.batches.map(({ jobs }) => jobs.map((job) => job.text));
const keysSent = () => workers.batches.map(({ parts }) => parts.map(([key]) => key));

beforeEach(() => {
  vi.useFakeTimers();
  workers = fakeWorkers();
  previews = createPreviews(workers.spawn);
});
afterEach(() => {
  previews.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('the questions of one moment go together, to a worker that starts with the first', async () => {
  expect(workers.spawned()).toBe(0);
  const source = sourceOf();
  const [name, sum] = [ask(source, '$json.name'), ask(source, '1 + 1')];
  await settled();
  expect(name.answers).toEqual([{ kind: 'value', value: 'Ada' }]);
  expect(sum.answers).toEqual([{ kind: 'value', value: 2 }]);
  expect(textsSent()).toEqual([['={{ $json.name }}', '={{ 1 + 1 }}']]);
  expect(workers.spawned()).toBe(1);
});

test('data is sent once, and what other nodes gave only when an expression reads it', async () => {
  const source = sourceOf();
  ask(source, '$json.name');
  await settled();
  expect(keysSent()).toEqual([['base', 'inputs', 'chosen']]);
  const other = ask(source, "$('Other').first().json.name");
  await settled();
  expect(other.answers).toEqual([{ kind: 'value', value: 'Bob' }]);
  ask(source, "$('Other').first().json.name + '!'");
  await settled();
  expect(keysSent().slice(1)).toEqual([[], ['runs Other'], []]);
});

test('of new data only what has changed is sent, and what other nodes gave only when it is read again', async () => {
  ask(sourceOf(), "$('Other').first().json.name");
  await settled();
  workers.batches.length = 0;
  const newer = sourceOf({ inputs: [...inputs], 'runs Other': [task('Cleo')] });
  ask(newer, '1');
  await settled();
  expect(keysSent()).toEqual([[]]);
  const cleo = ask(newer, "$('Other').first().json.name");
  await settled();
  expect(cleo.answers).toEqual([{ kind: 'value', value: 'Cleo' }]);
});

test('parameters that change with each keystroke are those of the moment', async () => {
  const rome = ask(sourceOf(), '$parameter.city');
  await settled();
  const oslo = ask(sourceOf({ 'parameters Here': '{"city":"Oslo"}' }), '$parameter.city');
  await settled();
  expect([...rome.answers, ...oslo.answers]).toEqual(['Rome', 'Oslo'].map((value) => ({ kind: 'value', value })));
});

test('a question that is taken back is not asked, or its answer is not given', async () => {
  const source = sourceOf();
  ask(source, '1').takeBack();
  const last = ask(source, '2');
  await settled();
  expect(textsSent()).toEqual([['={{ 2 }}']]);
  expect(last.answers).toEqual([{ kind: 'value', value: 2 }]);
  const stale = ask(source, '3');
  await Promise.resolve();
  stale.takeBack();
  await settled();
  expect(textsSent().at(-1)).toEqual(['={{ 3 }}']);
  expect(stale.answers).toEqual([]);
});

test('a worker that is stuck is terminated: its question says so, the others are answered by a new one', async () => {
  const source = sourceOf();
  workers.stuckAt.add('={{ spin }}');
  const [before, spin, after] = [ask(source, '1'), ask(source, 'spin'), ask(source, '$json.name')];
  await vi.advanceTimersByTimeAsync(previewBudget);
  expect(before.answers).toEqual([{ kind: 'value', value: 1 }]);
  expect([...spin.answers, ...after.answers]).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(spin.answers).toMatchObject([{ kind: 'error', errorKind: 'budget' }]);
  expect(after.answers).toEqual([{ kind: 'value', value: 'Ada' }]);
  expect(workers.spawned()).toBe(2);
});

test('typing on while the worker is stuck asks the latest text alone', async () => {
  const source = sourceOf();
  workers.stuckAt.add('={{ spin }}');
  const spin = ask(source, 'spin');
  await settled();
  spin.takeBack();
  ask(source, '"a"').takeBack();
  const latest = ask(source, '"ab"');
  await vi.advanceTimersByTimeAsync(previewBudget + 100);
  expect(spin.answers).toEqual([]);
  expect(latest.answers).toEqual([{ kind: 'value', value: 'ab' }]);
  expect(textsSent()).toEqual([['={{ spin }}'], ['={{ "ab" }}']]);
});

test('a worker that cannot be loaded is told, and tried again with the next question', async () => {
  previews.dispose();
  let isBroken = true;
  previews = createPreviews((listener) => {
    if (!isBroken) return workers.spawn(listener);
    queueMicrotask(listener.fail);
    return { post: () => {}, terminate: () => {} };
  });
  const broken = ask(sourceOf(), '1');
  await settled();
  expect(broken.answers).toMatchObject([{ kind: 'error', errorKind: 'internal' }]);
  isBroken = false;
  const mended = ask(sourceOf(), '1');
  await settled();
  expect(mended.answers).toEqual([{ kind: 'value', value: 1 }]);
});

test('of a long result only the beginning comes, and how much more there is', async () => {
  const answers: Evaluation[] = [];
  const about = { text: '={{ "x".repeat(5000) }}', itemIndex: 0 };
  previews.evaluate(sourceOf(), { ...about, most: 10 }, (answer) => answers.push(answer));
  previews.evaluate(sourceOf(), about, (answer) => answers.push(answer));
  await settled();
  expect(answers[0]).toEqual({ kind: 'value', value: 'xxxxxxxxxx', left: 4990 });
  expect(answers[1]).toEqual({ kind: 'value', value: 'x'.repeat(5000) });
});

test('completion goes the same way', async () => {
  const position = '={{ $json.na'.length;
  const completing = previews.complete(sourceOf(), { text: '={{ $json.na }}', position, nodeNames: [], itemIndex: 0 });
  await settled();
  expect((await completing)?.options[0]).toMatchObject({ label: 'name', kind: 'field' });
});
