import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SubWorkflowResults } from '../maintenance/sub-workflow-results.ts';
import type { OutboundProcess } from '../outbound/outbound-process.ts';
import { parentSlot } from '../queue/slots.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { ResumeUrls } from '../types.ts';
import type { ExecutionView } from '../waiters/execution-view.ts';
import type { ResultWaiters } from '../waiters/result-waiters.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Controllers, Interpreter } from './controllers.ts';
import type { ControllerEvent, Effect, MessageOf } from './effects.ts';
import type { Endings } from './endings.ts';
import { type ExecutionController, stopGrace } from './execution-controller.ts';
import { aboutExecution, type ExecutionInput } from './execution-facts.ts';
import type { ExecutionLoader } from './load-execution.ts';
import { crashed } from './outcomes.ts';
import type { SubWorkflows } from './sub-workflows.ts';
import { createTimers } from './timers.ts';

type Of<T extends Effect['type']> = Extract<Effect, { type: T }>;

/** Carries out the effects that controllers give back. What comes of them later is an event again. */
export const createInterpreter = (options: {
  processId: string;
  pool: WorkerPool;
  outbound: Pick<OutboundProcess, 'generation'>;
  store: Pick<ExecutionStore, 'find' | 'recordedPage'>;
  commit: GroupCommit;
  loader: ExecutionLoader;
  endings: Endings;
  subWorkflows: SubWorkflows;
  subWorkflowResults: SubWorkflowResults;
  controllers: Controllers;
  waiters: ResultWaiters;
  view: ExecutionView;
  addresses: ResumeUrls | undefined;
  clock: Clock;
  log: Log;
  /** Reads until the database is there. */
  persist<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps the process from closing before it has ended. */
  untilDone<T>(work: Promise<T>): Promise<T>;
}): Interpreter => {
  const {
    processId,
    pool,
    outbound,
    store,
    commit,
    endings,
    controllers,
    waiters,
    view,
    clock,
    log,
    persist,
    untilDone,
  } = options;
  const timers = createTimers();
  /** The outbound process that knows what the node run that is under way has asked for. */
  const generations = new WeakMap<ExecutionController, number>();

  /** The controller may have left meanwhile, and the execution may be here again. */
  const post = (controller: ExecutionController, event: ControllerEvent): void => {
    if (controllers.get(controller.executionId) === controller) controllers.post(controller.executionId, event);
  };
  const terminateAs = (controller: ExecutionController, reason: string): void =>
    post(controller, { type: 'terminate', outcome: crashed(reason, clock.now()), grace: stopGrace });

  const assign = (controller: ExecutionController, input: ExecutionInput, isIsolated: boolean): void => {
    const { executionId, version, mode, rules, waitCount, lastNodeAnswer, sessionId } = controller;
    const isWatched = sessionId !== null;
    pool.assign(
      {
        executionId,
        versionId: version.versionId,
        mode,
        input: input.input,
        staticData: mode === 'manual' ? undefined : (input.staticData ?? undefined),
        watched: isWatched,
        streamed: isWatched || rules.progress,
        keepOnSuccess: rules.success,
        keepOnError: rules.error,
        wantsItems: mode === 'integrated',
        lastNodeAnswer,
        resumeUrl: options.addresses?.resumeUrl(executionId, waitCount),
        resumeFormUrl: options.addresses?.resumeFormUrl(executionId, waitCount),
        waitCount,
        earlier: input.earlier,
      },
      () =>
        JSON.stringify({ ...version.workflow, id: version.workflowId === null ? null : String(version.workflowId) }),
      { isIsolated, isWithinParent: controller.slot === parentSlot },
    );
  };

  const record = (controller: ExecutionController, message: MessageOf<'record'>): void => {
    const { executionId } = controller;
    const { id, nodes, items, inFlight, progress } = message;
    const write = { executionId, processId, nodes, items, inFlight, progress };
    if (inFlight !== null) generations.set(controller, outbound.generation());
    void untilDone(commit.writeAtLast({ kind: 'record', ...write })).then(
      (hold) => post(controller, { type: 'recorded', hold, id, last: nodes.at(-1) }),
      (error: unknown) => {
        log.error({ err: error, ...aboutExecution(controller) }, 'Results of an execution could not be recorded');
        terminateAs(controller, 'its results could not be recorded in the database');
      },
    );
  };

  /** Nothing is answered of an execution that is not stored; of one that cannot be, its caller is told so. */
  const whenStored = ({ executionId }: ExecutionController, answer: () => void): void => {
    const created = commit.created(executionId);
    if (created) created.then(answer, () => {});
    else answer();
  };

  /** Reads on for one that goes on from more than its worker could be given at once. */
  const readRecorded = (controller: ExecutionController, { from }: Of<'readRecorded'>): void => {
    void untilDone(persist(() => store.recordedPage(controller.executionId, from))).then(
      (page) => post(controller, { type: 'recordedRead', page }),
      (error: unknown) => {
        log.error({ err: error, ...aboutExecution(controller) }, 'Recorded results of an execution could not be read');
        terminateAs(controller, 'its recorded results could not be read from the database');
      },
    );
  };

  /** The row stays with this process. */
  const reclaim = async (controller: ExecutionController, reason: string): Promise<void> => {
    const { executionId } = controller;
    try {
      const hold = await commit.writeAtLast({ kind: 'reclaim', executionId, processId });
      const stored = hold === 'held' ? await persist(() => store.find(executionId)) : undefined;
      if (!stored) return post(controller, { type: 'drop' });
      // Asked this late, since the outbound process may have ended together with the worker.
      const areCallsKnown = generations.get(controller) === outbound.generation();
      post(controller, { type: 'reclaimed', ...(await options.loader.loadInput(stored, reason, areCallsKnown)) });
    } catch (error) {
      log.error({ err: error, ...aboutExecution(controller) }, 'An execution could not be given another worker');
      const input = { attempt: 0, elapsed: 0, input: '', staticData: null, earlier: undefined };
      post(controller, { type: 'reclaimed', input, outcome: crashed(reason, clock.now()) });
    }
  };

  /** @param write never rejects but for a defect */
  const settle = (controller: ExecutionController, write: Promise<void>, hasEnded: boolean): void => {
    const settled = write
      .catch((error: unknown) =>
        log.error({ err: error, ...aboutExecution(controller) }, 'What became of an execution could not be recorded'),
      )
      .then(() => post(controller, { type: 'settled', hasEnded }));
    void untilDone(settled);
  };

  const carryOut: { [T in Effect['type']]: (controller: ExecutionController, effect: Of<T>) => unknown } = {
    // The answer to whoever started it goes out first, then the news that it runs, then what it does.
    announce: (controller) =>
      setImmediate(() => {
        view.started(controller);
        post(controller, { type: 'dispatch' });
      }),
    assign: (controller, { input, isIsolated }) => assign(controller, input, isIsolated),
    tellWorker: ({ executionId }, { message }) => pool.send(executionId, message),
    killWorker: ({ executionId }, { reason }) => pool.killWorkerOf(executionId, reason),
    startTimer: (controller, { milliseconds, event }) =>
      timers.start(controller, milliseconds, () => post(controller, event)),
    clearTimers: (controller) => timers.clear(controller),
    show: (controller, { message }) => view.show(controller, message),
    respond: (controller, { response }) => whenStored(controller, () => waiters.respond(controller, response)),
    respondPiece: (controller, { piece }) => whenStored(controller, () => waiters.respondPiece(controller, piece)),
    record: (controller, { message }) => record(controller, message),
    readRecorded,
    callWorkflow: (controller, { call }) => options.subWorkflows.call(controller, call),
    dropCallResults: ({ executionId }, { last }) => options.subWorkflowResults.recorded(executionId, last),
    terminateSubWorkflows: ({ executionId }) => options.subWorkflows.terminateOf(executionId),
    reclaim: (controller, { reason }) => untilDone(reclaim(controller, reason)),
    releaseSlot: ({ slot }) => slot.release(),
    writeEnd: (controller, { result }) => settle(controller, endings.end(controller, result), true),
    writeWait: (controller, { result }) => settle(controller, endings.suspend(controller, result), false),
    writeRelease: (controller, { results }) => settle(controller, endings.release(controller, results), false),
    leave: (controller) => controllers.remove(controller),
  };

  return (controller, event) => {
    for (const effect of controller.handle(event))
      (carryOut[effect.type] as (controller: ExecutionController, effect: Effect) => unknown)(controller, effect);
  };
};
