import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createRunnerPool, type RunFailure } from './pool.ts';

/** A runner whose code has got hold of the channel: amid its run it says that it is ready, and gives what it hears next as its result. */
const liar = `
import { openSyncChannel } from ${JSON.stringify(fileURLToPath(new URL('./sync-channel.ts', import.meta.url)))};
const channel = openSyncChannel();
channel.receive();
channel.send({ type: 'ready' });
channel.receive();
channel.send({ type: 'ready' });
channel.send({ type: 'done' }, channel.receive().bytes);
`;

test('a runner that says amid a run that it is ready is ended, and hears of no other run', async () => {
  const program = {
    nodeArguments: ['--input-type=module', '--eval', liar],
    begin: { head: { type: 'begin', memoryMegabytes: 1 }, bytes: Buffer.alloc(0) },
    mostMessageBytes: 1_000_000,
  } as const;
  const pool = createRunnerPool({
    program,
    mostRunners: 1,
    timeout: 20_000,
    mostMemory: 1e9,
    isForOneRun: false,
    onLost: () => {},
  });
  onTestFinished(() => pool.close());
  const run = (input: string) =>
    new Promise<RunFailure | string>((resolve) => {
      pool.run({
        share: '',
        request: { source: '', form: 'once' },
        input: Buffer.from(input),
        message: ({ type }, bytes) => type === 'done' && resolve(bytes.toString()),
        failed: resolve,
      });
    });
  expect(await Promise.all([run('of the first'), run('of the second')])).toEqual(['lost', 'lost']);
});
