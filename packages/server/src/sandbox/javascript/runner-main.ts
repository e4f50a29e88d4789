import type { Callback, Context, ExternalCopy, Isolate, Reference } from 'isolated-vm';
import { type CodeRequest, openRunner, type RunnerChannel } from '../runner-channel.ts';
import { createNatives } from './natives.ts';

/**
 * A process that runs JavaScript of people, one run at a time, each in an isolate of its own. It has no environment, and may read no files, reach no
 * network and start nothing. The next isolate is made while nothing runs.
 */

const [, , addon = ''] = process.argv;
const loaded: { exports: { ivm?: typeof import('isolated-vm') } } = { exports: {} };
process.dlopen(loaded, addon);
const ivm = loaded.exports.ivm as typeof import('isolated-vm');

interface Program {
  run: Reference<(code: unknown, input: string) => Promise<void>>;
  fireTimer: Reference<(id: number) => void>;
}

interface Prepared {
  isolate: Isolate;
  context: Context;
  program: Program;
  /** Timers that have been started. */
  timers: Map<number, NodeJS.Timeout>;
  /** Resolves with JSON of a CodeResult. */
  result: PromiseWithResolvers<string>;
}

const codeFile = 'code.js';
/** Milliseconds between two looks whether the isolate is still there. */
const look = 200;
/** Before the first line of the code, on that line. */
const opening = (names: readonly string[]): string => `(async function (${names.join(', ')}) {`;
const openingInOrder = '(function (a, b) {';

const serve = (channel: RunnerChannel): void => {
  let snapshot: ExternalCopy<ArrayBuffer>;
  let memoryLimit = 0;
  let prepared: Promise<Prepared> | undefined;
  let running: Prepared | undefined;

  const callback = <F extends (...args: never[]) => unknown>(work: F): Callback<F> =>
    new ivm.Callback(work as never) as never;

  const prepare = async (): Promise<Prepared> => {
    const isolate = new ivm.Isolate({
      snapshot,
      memoryLimit,
      onCatastrophicError: () => channel.giveUp('memory'),
    });
    const context = await isolate.createContext();
    const timers = new Map<number, NodeJS.Timeout>();
    const result = Promise.withResolvers<string>();
    const natives = createNatives();
    const start = await context.global.get('startMillrace', { reference: true });
    await context.global.delete('startMillrace');
    const program: Reference = await start.apply(
      undefined,
      [
        {
          callSync: new ivm.Reference((name: string, args: string) => channel.call(name, args).then(([text]) => text)),
          call: new ivm.Reference((name: string, args: string, bytes?: ArrayBuffer) => channel.call(name, args, bytes)),
          native: callback((name: string, args: unknown[]) => natives(name, args)),
          startTimer: callback((id: number, milliseconds: number) => {
            const fire = () => {
              timers.delete(id);
              made.program.fireTimer.applyIgnored(undefined, [id]);
            };
            timers.set(id, setTimeout(fire, milliseconds));
          }),
          stopTimer: callback((id: number) => {
            clearTimeout(timers.get(id));
            timers.delete(id);
          }),
          log: callback((values: string) => channel.log(values)),
          done: callback((text: string) => result.resolve(text)),
        },
      ],
      { arguments: { copy: true }, result: { reference: true } },
    );
    const made: Prepared = {
      isolate,
      context,
      timers,
      result,
      program: {
        run: await program.get('run', { reference: true }),
        fireTimer: await program.get('fireTimer', { reference: true }),
      },
    };
    return made;
  };

  const compile = async ({ isolate, context }: Prepared, source: string, inOrder: boolean): Promise<Reference> => {
    const before = inOrder ? openingInOrder : opening([]);
    const script = await isolate.compileScript(`${before}${source}\n})`, {
      filename: codeFile,
      columnOffset: -before.length,
    });
    return script.run(context, { reference: true });
  };

  const run = async ({ source, form }: CodeRequest, input: string): Promise<void> => {
    const current = await (prepared ?? prepare());
    prepared = undefined;
    running = current;
    let watch: NodeJS.Timeout | undefined;
    try {
      const code = await compile(current, source, form === 'compare');
      const given = new ivm.ExternalCopy(input).copyInto({ release: true, transferIn: true });
      const giveUpIfLost = () => {
        if (running === current && current.isolate.isDisposed) channel.giveUp('memory');
      };
      watch = setInterval(giveUpIfLost, look);
      const begun = current.program.run.apply(undefined, [code.derefInto(), given as never], {
        result: { promise: true },
      });
      // It is told of rejections as well that the code leaves to nobody, which are no end of it.
      begun.catch(giveUpIfLost);
      channel.done(await current.result.promise);
    } catch (error) {
      if (current.isolate.isDisposed) return channel.giveUp('memory');
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
      const [, line] = /\[code\.js:(\d+):\d+\]$/.exec(message) ?? [];
      const failure = {
        name,
        message: message.replace(/ \[code\.js:\d+:\d+\]$/, ''),
        ...(line && { line: Number(line) }),
      };
      channel.done(JSON.stringify({ failure }));
    }
    running = undefined;
    clearInterval(watch);
    for (const timer of current.timers.values()) clearTimeout(timer);
    current.isolate.dispose();
    prepared = prepare();
    await prepared;
    channel.ready();
  };

  channel.onBegin(async ({ program, memoryMegabytes }) => {
    snapshot = ivm.Isolate.createSnapshot([{ code: program, filename: 'millrace.js' }]);
    memoryLimit = memoryMegabytes;
    prepared = prepare();
    await prepared;
    channel.ready();
  });
  channel.onRun((request, input) => void run(request, input));
  // Nothing that code leaves behind concerns this process.
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', (error) => {
    if (running?.isolate.isDisposed) channel.giveUp('memory');
    else throw error;
  });
};

const { permission } = process as unknown as { permission: { drop(scope: string): void } };
permission.drop('addon');
permission.drop('fs.read');
serve(openRunner());
