import { expect, onTestFinished, test } from 'vitest';
import { createTestPostgres } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { createLocalBus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { createCollector, createTestInstance } from './processes.testing.ts';

const push = (text: string) => ({ to: { sessionId: 's', userId: 'u', workflowId: null }, text });

test('one process alone hears what it sends to itself, after the present turn', async () => {
  const bus = createLocalBus('me', () => {});
  const heard: string[] = [];
  const end = bus.on('push', ({ text }) => heard.push(text));
  bus.send('me', 'push', push('1'));
  bus.send('someone else', 'push', push('2'));
  bus.broadcast('push', push('3'));
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(['1']);
  end();
  bus.send('me', 'push', push('4'));
  await Promise.resolve();
  expect(heard).toEqual(['1']);
});

test('a handler that fails keeps the message from no other', async () => {
  const errors: unknown[] = [];
  const bus = createLocalBus('me', (error) => errors.push(error));
  const heard: string[] = [];
  bus.on('push', () => {
    throw new Error('broken');
  });
  bus.on('push', ({ text }) => heard.push(text));
  bus.send('me', 'push', push('1'));
  await Promise.resolve();
  expect(heard).toEqual(['1']);
  expect(errors).toHaveLength(1);
});

test('messages reach the process that they are for, or all others, in their order', async () => {
  const instance = await createTestInstance();
  const [a, b, c] = await Promise.all([instance.join(), instance.join('web'), instance.join('worker')]);
  const heard = [a, b, c].map(({ bus }) => {
    const collector = createCollector<string>();
    bus.on('push', ({ text }) => collector.add(text));
    return collector;
  });
  const numbers = Array.from({ length: 2000 }, (_, index) => String(index));
  for (const number of numbers) {
    if (Number(number) % 3 === 0) a.bus.broadcast('push', push(number));
    else a.bus.send(b.processId, 'push', push(number));
  }
  a.bus.send(a.processId, 'push', push('to myself'));
  expect(await heard[1]!.until((all) => all.length === 2000)).toEqual(numbers);
  const toAll = numbers.filter((number) => Number(number) % 3 === 0);
  expect(await heard[2]!.until((all) => all.length === toAll.length)).toEqual(toAll);
  expect(heard[0]!.received).toEqual(['to myself']);
});

test('messages of every size and content arrive as they are, large ones in their turn', async () => {
  const instance = await createTestInstance();
  const [a, b, c] = await Promise.all([instance.join(), instance.join(), instance.join()]);
  const [atB, atC] = [createCollector<string>(), createCollector<string>()];
  b.bus.on('push', ({ text }) => atB.add(text));
  c.bus.on('push', ({ text }) => atC.add(text));
  const texts = [
    '',
    'quote " \' \\ \n \u0000 \ud800 é 😀',
    'x'.repeat(6990),
    'é'.repeat(5000),
    'y'.repeat(5_000_000),
    'end',
  ];
  for (const text of texts) a.bus.broadcast('push', push(text));
  for (const text of texts) a.bus.send(b.processId, 'push', push(text));
  expect(await atB.until((all) => all.length === 12)).toEqual([...texts, ...texts]);
  expect(await atC.until((all) => all.length === 6)).toEqual(texts);
  const left = await instance.db.selectFrom('bus_messages').select('key').execute();
  // Those for one process are gone when it has read them; those for all are cleared by age.
  expect(left).toHaveLength(3);
});

test('an announcement is made when its transaction commits, and only then', async () => {
  const instance = await createTestInstance();
  const [a, b] = await Promise.all([instance.join(), instance.join()]);
  const heard = createCollector<string>();
  b.bus.on('push', ({ text }) => heard.add(text));
  await expect(
    instance.db.transaction().execute(async (trx) => {
      await a.bus.announce(trx, 'push', push('rolled back'));
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const large = 'z'.repeat(20_000);
  await instance.db.transaction().execute(async (trx) => {
    await a.bus.announce(trx, 'push', push('first'));
    await a.bus.announce(trx, 'push', push(large));
  });
  expect(await heard.until((all) => all.length === 2)).toEqual(['first', large]);
});

test('a sender whose connection is lost sends what waits when it is back, once; a receiver is told of the gap', async () => {
  const instance = await createTestInstance();
  const [a, b] = await Promise.all([instance.join(), instance.join()]);
  const heard = createCollector<string>();
  b.bus.on('push', ({ text }) => heard.add(text));
  let gaps = 0;
  a.bus.onGap(() => (gaps += 1));
  const gapAtB = Promise.withResolvers<void>();
  b.bus.onGap(gapAtB.resolve);

  a.bus.send(b.processId, 'push', push('before'));
  await heard.until((all) => all.length === 1);
  expect(await instance.cut(`millrace-bus/${a.processId}`)).toBe(1);
  for (let index = 0; index < 100; index += 1) a.bus.send(b.processId, 'push', push(`while lost ${index}`));
  const all = await heard.until(({ length }) => length === 101);
  expect(new Set(all).size).toBe(101);
  expect(all.at(-1)).toBe('while lost 99');
  expect(gaps).toBe(1);

  expect(await instance.cut(`millrace-bus/${b.processId}`)).toBe(1);
  await gapAtB.promise;
  a.bus.send(b.processId, 'push', push('after'));
  await heard.until((received) => received.at(-1) === 'after');
});

test('messages that are too many to wait are dropped with a line when that begins and one when it is over', async () => {
  const lines: object[] = [];
  const over = Promise.withResolvers<void>();
  const error = (details: object) => {
    lines.push(details);
    if ('dropped' in details) over.resolve();
  };
  const url = await createTestPostgres();
  const bus = await createPostgresBus({ url, processId: 'a', log: { ...silentLog, error }, mostWaiting: 1000 });
  onTestFinished(() => bus.close());
  for (let count = 0; count < 10; count++) bus.broadcast('push', push('x'.repeat(300)));
  await over.promise;
  expect(lines).toEqual([{ topic: 'push' }, { dropped: 8 }]);
});
