import { type Runner, type RunnerProgram, startRunner } from './runner.ts';
import type { FromRunner, ToRunner } from './runner-channel.ts';
import { createTurns } from './turns.ts';

/**
 * The runners of one language. One run at a time in each; what comes when all are busy waits. A runner that is over its time or its memory is killed,
 * and a new one takes its place when it is wanted.
 */
export interface RunnerPool {
  run(task: RunnerTask): RunHandle;
  close(): void;
}

export interface RunnerTask {
  /** For whom it runs: nobody gets all runners. */
  share: string;
  request: Extract<ToRunner, { type: 'run' }>['request'];
  input: Buffer;
  /** Calls and lines of the run, and how it has ended: `done`, or a failure. */
  message(message: Exclude<FromRunner, { type: 'ready' | 'gaveUp' }>, bytes: Buffer): void;
  failed(reason: RunFailure): void;
}

export type RunFailure = 'timeout' | 'memory' | 'lost';

export interface RunHandle {
  /** To its runner, while it runs. */
  send(message: ToRunner, ...bytes: Buffer[]): void;
  /** Ends it at once. Nothing more is heard of it. */
  abort(): void;
}

export interface PoolOptions {
  program: RunnerProgram;
  mostRunners: number;
  /** Milliseconds of a run. */
  timeout: number;
  /** Bytes of memory above which a runner is killed. */
  mostMemory: number;
  /** A runner serves one run, and another is made ready meanwhile: its interpreter cannot be made as new. */
  isForOneRun: boolean;
  /** A runner has ended that was neither killed nor over its limits. */
  onLost(errorOutput: string): void;
  /** Milliseconds after which a runner ends that has nothing to do. */
  idle?: number;
}

/** Milliseconds between two looks at the memory of what runs. */
const look = 100;
/** Milliseconds that a runner has to be ready, at first and after a run. */
const patience = 60_000;
const defaultIdle = 120_000;

interface Place {
  runner: Runner;
  state: 'starting' | 'idle' | 'busy';
  /** It has not been ready yet. */
  isNew: boolean;
  task?: RunnerTask;
  timer?: NodeJS.Timeout;
}

export const createRunnerPool = (options: PoolOptions): RunnerPool => {
  const { program, mostRunners, timeout, mostMemory, isForOneRun, idle = defaultIdle } = options;
  const places = new Set<Place>();
  const turns = createTurns<RunnerTask>(mostRunners);
  let looking: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Its run is over. */
  const leave = (place: Place): void => {
    if (place.task) turns.end(place.task);
    place.task = undefined;
  };

  const giveUp = (failure: RunFailure): void => {
    const task = turns.take();
    if (!task) return;
    turns.end(task);
    task.failed(failure);
  };

  const remove = (place: Place, failure: RunFailure | undefined) => {
    if (!places.delete(place)) return;
    clearTimeout(place.timer);
    const { task } = place;
    place.runner.kill();
    leave(place);
    if (task && failure) task.failed(failure);
    // Another would fare no better: whoever waits is told.
    if (place.isNew && failure) giveUp(failure);
    if (places.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    serve();
  };

  const rest = (place: Place) => {
    clearTimeout(place.timer);
    place.state = 'idle';
    place.isNew = false;
    place.timer = setTimeout(remove, idle, place, undefined).unref();
    serve();
  };

  const receive = (place: Place, message: FromRunner, bytes: Buffer) => {
    if (message.type === 'ready') {
      // Said amid a run it is a lie of the code, by which it would hear what others run.
      if (place.state === 'starting') rest(place);
      else remove(place, 'lost');
      return;
    }
    if (message.type === 'gaveUp') return;
    const { task } = place;
    if (!task) return;
    if (message.type !== 'done') return task.message(message, bytes);
    leave(place);
    clearTimeout(place.timer);
    if (isForOneRun) remove(place, undefined);
    else {
      place.state = 'starting';
      place.timer = setTimeout(remove, patience, place, undefined);
    }
    task.message(message, bytes);
  };

  const start = () => {
    const place: Place = { runner: startRunner(program), state: 'starting', isNew: true };
    places.add(place);
    place.timer = setTimeout(remove, patience, place, 'lost');
    place.runner.listen({
      message: (message, bytes) => receive(place, message, bytes),
      ended(cause, errorOutput) {
        if (cause === undefined && places.has(place)) options.onLost(errorOutput);
        remove(place, cause ?? 'lost');
      },
    });
    looking ??= setInterval(() => {
      for (const one of places)
        if (one.state === 'busy' && (one.runner.memory() ?? 0) > mostMemory) remove(one, 'memory');
    }, look);
  };

  const give = (place: Place, task: RunnerTask) => {
    clearTimeout(place.timer);
    place.state = 'busy';
    place.task = task;
    place.timer = setTimeout(remove, timeout, place, 'timeout');
    place.runner.send({ type: 'run', request: task.request }, task.input);
  };

  const count = (state: Place['state']) => [...places].filter((place) => place.state === state).length;

  const serve = () => {
    if (isClosed) return;
    for (const place of places) {
      if (place.state !== 'idle') continue;
      const task = turns.take();
      if (!task) break;
      give(place, task);
    }
    // One that is made ready while the others work saves the next run the wait.
    const due = turns.due();
    const spare = isForOneRun && due === 0 && places.size > 0 ? 1 : 0;
    const wanted = due + spare;
    while (places.size < mostRunners + spare && count('starting') + count('idle') < wanted) start();
  };

  return {
    run(task) {
      turns.add(task);
      serve();
      const placeOf = () => [...places].find((place) => place.task === task);
      return {
        send: (message, ...bytes) => placeOf()?.runner.send(message, ...bytes),
        abort() {
          const place = placeOf();
          if (place) remove(place, undefined);
          else turns.remove(task);
        },
      };
    },
    close() {
      isClosed = true;
      for (const place of [...places]) remove(place, undefined);
    },
  };
};
