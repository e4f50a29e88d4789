import type { ExecutionMode } from '@millrace/contract';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import type { Controllers } from './controller/controllers.ts';
import { ExecutionController } from './controller/execution-controller.ts';
import { fileOwnersIn } from './controller/file-owners.ts';
import { type ExecutionDefaults, type SaveRules, saveRulesFor, timeoutFor } from './controller/save-rules.ts';
import type { ExecutionQueue } from './queue/execution-queue.ts';
import { parentSlot, type Slot, type Slots, slotKindOf } from './queue/slots.ts';
import type { ExecutionRights } from './rights.ts';
import type { KnownStaticData } from './static-data.ts';
import type { ExecutionIds } from './store/execution-ids.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { NewExecution, WriteResults } from './store/writes.ts';
import { isPartial, splitStart } from './stored-start.ts';
import type { RunnableVersion, StoredStart } from './types.ts';
import { noResult, type ResultWaiter } from './waiters/result-waiter.ts';
import type { ResultWaiters } from './waiters/result-waiters.ts';

/** What of a new execution is the same for all ways to start one. */
export interface NewExecutionRequest {
  executionId?: number;
  version: RunnableVersion;
  ranBy?: string;
  mode: ExecutionMode;
  /** Our own name of the type of the trigger whose event starts it. */
  triggerType?: string;
  /** JSON of StoredStart. */
  input: string;
  depth?: number;
  retryOf?: number;
  sessionId?: string;
  lastNodeAnswer?: StoredStart['lastNodeAnswer'];
  idempotencyKey?: string;
  staticDataStep?: NewExecution['staticDataStep'];
  parent?: { executionId: number; node: string };
  recorded?: NewExecution['recorded'];
  isAwaited: boolean;
  mayBeDeferred?: boolean;
}

/**
 * Lets executions in: the row of each is durable before anyone is told of it, and then it begins here, or waits for a slot here or in any process. Where the
 * first that anyone is told of it is its answer, it begins before.
 */
export interface Admission {
  /** @returns null where its idempotency key has started one already, or its trigger was overtaken. @throws AppError tooManyRuns */
  create(request: NewExecutionRequest): Promise<ResultWaiter | null>;
  /** The same for a sub-workflow, which no limit of the queue refuses; one that is awaited runs within the slot of its parent. */
  createSubWorkflow(request: NewExecutionRequest): Promise<ResultWaiter | null>;
}

const retryAfterSeconds = '2';

const tooManyRuns = (message: string): AppError =>
  new AppError('tooManyRuns', message, { headers: { 'retry-after': retryAfterSeconds } });

export const serverStops = (): AppError => tooManyRuns('The server is stopping.');
export const queueIsFull = (): AppError => tooManyRuns('Too many executions wait for a worker.');

export const createAdmission = (options: {
  processId: string;
  /** False: executions are only started here, and executed by other processes. */
  executes: boolean;
  /** Executions that may wait for a slot in any process. */
  mostQueued: number;
  defaults: ExecutionDefaults;
  slots: Slots;
  queue: ExecutionQueue;
  controllers: Controllers;
  store: Pick<ExecutionIds, 'nextId'>;
  commit: GroupCommit;
  /** Undefined where other processes make executions too: no row is deferred then. */
  staticData: KnownStaticData | undefined;
  waiters: ResultWaiters;
  clock: Clock;
  metrics: Metrics;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
  /** One by hand has been created that goes on from no earlier one. */
  onManual(executionId: number, request: NewExecutionRequest): void;
  /** Of executions, those whose files someone may see. */
  filesSeenBy: ExecutionRights['seenBy'];
}): Admission => {
  const { processId, executes, defaults, slots, queue, controllers, store, commit, staticData, waiters, clock } =
    options;

  /** Executions whose files it goes on with. What comes from a browser may name any. */
  const usesOf = async ({ mode, input, executionId, ranBy }: NewExecutionRequest): Promise<number[] | undefined> => {
    // What is called from outside has no files but its own, whatever its body says.
    if (mode === 'webhook') return undefined;
    const owners = fileOwnersIn(input, executionId);
    return mode === 'manual' ? options.filesSeenBy(ranBy, owners) : owners;
  };

  const rowOf = (
    id: number,
    request: NewExecutionRequest,
    { slot, rules, uses }: { slot: Slot | null; rules: SaveRules; uses: number[] | undefined },
  ): NewExecution => ({
    id,
    workflowId: request.version.workflowId,
    versionId: request.version.versionId,
    ranBy: request.ranBy ?? null,
    mode: request.mode,
    triggerType: request.triggerType ?? null,
    status: slot ? 'running' : 'queued',
    startedAt: clock.now(),
    start: request.input,
    retryOf: request.retryOf ?? null,
    processId: slot ? processId : null,
    temporary: rules.temporary,
    origin: request.isAwaited ? processId : null,
    sessionId: request.sessionId ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    staticDataStep: request.staticDataStep,
    parent: request.parent ?? null,
    recorded: request.recorded,
    uses,
  });

  const write = async (row: NewExecution, version: RunnableVersion): Promise<WriteResults['create']> => {
    const keep = staticData?.expect(version);
    const written = await commit.write({ kind: 'create', row });
    if (!written) return null;
    if (row.staticDataStep) staticData?.changed(row.staticDataStep.workflowId);
    keep?.(written.staticData);
    options.metrics.executionStarted(row.mode);
    return written;
  };

  /** One that turns out not to be stored ends at once, as if it had never begun. */
  const defer = (row: NewExecution): void => {
    const { id: executionId, mode } = row;
    options.untilDone(commit.defer({ kind: 'create', row })).then(
      () => options.metrics.executionStarted(mode),
      (notStored: unknown) => {
        waiters.end({ executionId, origin: null }, { status: 'crashed', notStored });
        controllers.post(executionId, { type: 'drop' });
      },
    );
  };

  /** What it begins from besides its request, if it may begin before its row is written. */
  const staticDataToDefer = ({ mayBeDeferred, version, executionId, idempotencyKey }: NewExecutionRequest) =>
    mayBeDeferred && executionId === undefined && idempotencyKey === undefined ? staticData?.of(version) : undefined;

  const begin = (
    request: NewExecutionRequest,
    row: NewExecution,
    rules: SaveRules,
    staticDataText: string | null,
    slot: Slot,
  ): void => {
    const { version, mode } = request;
    const { settings } = version.workflow;
    const { id: executionId } = row;
    const controller = new ExecutionController(
      {
        executionId,
        version,
        ranBy: row.ranBy,
        mode,
        retryOf: row.retryOf,
        sessionId: row.sessionId,
        lastNodeAnswer: request.lastNodeAnswer,
        origin: row.origin,
        parent: row.parent,
        depth: request.depth ?? 0,
        rules,
        timeout: timeoutFor(settings, defaults),
        startedAt: row.startedAt,
        waitCount: 0,
        attempt: 0,
        elapsed: 0,
        input: request.input,
        staticData: staticDataText,
        earlier: undefined,
        mayHaveCalled: false,
        slot,
      },
      clock,
    );
    controllers.add(controller);
    controllers.post(executionId, { type: 'begin' });
  };

  /** The one place where rows of executions are made. A slot that was taken for it is given back where nothing was stored. */
  const createWith = async (request: NewExecutionRequest, slot: Slot | null): Promise<ResultWaiter | null> => {
    const { mode, version, isAwaited, parent } = request;
    let created: WriteResults['create'] = null;
    try {
      const executionId = request.executionId ?? (await store.nextId());
      const rules = saveRulesFor(mode, version.workflow.settings, defaults);
      const row = rowOf(executionId, request, { slot, rules, uses: await usesOf(request) });
      const known = slot ? staticDataToDefer(request) : undefined;
      if (known === undefined) created = await write(row, version);
      else created = { id: executionId, staticData: known };
      if (!created) return null;
      // A parent of one that waits does so too, as a row.
      const untilSuspended = parent !== undefined;
      const waiter = isAwaited ? waiters.add(executionId, { untilSuspended }) : noResult(executionId);
      if (mode === 'manual' && !isPartial(splitStart(request.input).start)) options.onManual(executionId, request);
      if (known !== undefined) defer(row);
      if (slot) begin(request, row, rules, created.staticData, slot);
      else queue.add([{ executionId, mode, workflowId: version.workflowId }]);
      return waiter;
    } finally {
      if (!created) slot?.release();
    }
  };

  /** A newcomer overtakes no one that waits. Results that are there already are read from the database, as for one that was queued. */
  const findSlot = ({ mode, version, recorded }: NewExecutionRequest): Slot | null => {
    const kind = slotKindOf(mode);
    if (!executes || recorded || queue.waiting(kind) > 0) return null;
    return slots.tryTake(kind, version.workflowId);
  };

  return {
    async create(request) {
      if (options.isClosing()) throw serverStops();
      const slot = findSlot(request);
      if (!slot && queue.waiting(slotKindOf(request.mode)) >= options.mostQueued) throw queueIsFull();
      return options.untilDone(createWith(request, slot));
    },
    createSubWorkflow: (request) =>
      options.untilDone(createWith(request, request.isAwaited && executes ? parentSlot : findSlot(request))),
  };
};
