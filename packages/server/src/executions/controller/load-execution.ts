import type { Clock } from '../../platform/clock.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { Slot } from '../queue/slots.ts';
import type { StoredExecution } from '../store/execution-reader.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Outcome, RunnableVersion } from '../types.ts';
import type { EarlierPart, RecordedPage } from '../workers/protocol.ts';
import type { NewController } from './execution-controller.ts';
import type { ExecutionInput } from './execution-facts.ts';
import { crashed, interrupted } from './outcomes.ts';
import { type ExecutionDefaults, saveRulesFor, timeoutFor } from './save-rules.ts';

/**
 * How often an execution is claimed after losses before it is given up, unless it gets further in between. It is many, since processes are killed for
 * reasons that are not in what they run.
 */
const mostAttempts = 20;

/** Reads what an execution goes on from. */
export interface ExecutionLoader {
  /**
   * One that this process owns: queued for a while, resumed, or left by a process that is gone.
   *
   * @param how.reason why it was lost, if it was: a clause
   * @returns with an outcome, where it must not go on
   */
  load(stored: StoredExecution, how: { slot: Slot; reason: string }): Promise<NewController>;
  /** The same after the loss of its worker. @param areCallsKnown what the node run that was under way has asked for is not asked for twice */
  loadInput(
    stored: StoredExecution,
    reason: string,
    areCallsKnown: boolean,
  ): Promise<{ input: ExecutionInput; outcome: Outcome | undefined }>;
}

/** Why it may not go on. */
const refusalOf = (
  { attempt, inFlight }: StoredExecution,
  { workflow }: RunnableVersion,
  reason: string,
  areCallsKnown: boolean,
  now: number,
): Outcome | undefined => {
  const mayRepeat = workflow.settings?.repeatInterrupted || (areCallsKnown && !inFlight?.ownEffects);
  if (inFlight && !mayRepeat) return interrupted(inFlight.node, reason, now);
  if (attempt >= mostAttempts) return crashed(`it was tried ${attempt} times without getting further; ${reason}`, now);
  return undefined;
};

/** Told by the row itself, which a claim gives as it is now (`postgres-claims.ts`): a process has begun it before. */
const wasBegun = ({ attempt, waitCount, elapsed }: StoredExecution): boolean =>
  attempt > 0 || waitCount > 0 || elapsed > 0;

const nothing: RecordedPage = { nodes: [], next: null };

const earlierPartOf = (
  { resumption, progress }: StoredExecution,
  { nodes: recorded, next }: RecordedPage,
): EarlierPart | undefined => {
  if (recorded.length === 0 && !resumption && progress === null) return undefined;
  return {
    recorded,
    next: next ?? undefined,
    resumption: resumption ?? undefined,
    progress: progress ?? undefined,
  };
};

export const createExecutionLoader = (options: {
  store: Pick<ExecutionStore, 'recordedPage' | 'dropUnfinishedItems'>;
  versions: Pick<Versions, 'ofVersion'>;
  clock: Clock;
  defaults: ExecutionDefaults;
  /** Reads until the database is there. */
  persist<T>(work: () => Promise<T>): Promise<T>;
}): ExecutionLoader => {
  const { store, versions, clock, defaults, persist } = options;

  const read = async (
    stored: StoredExecution,
    version: RunnableVersion,
    { reason, areCallsKnown }: { reason: string; areCallsKnown: boolean },
  ) => {
    const { executionId, attempt, elapsed, start, staticData } = stored;
    const outcome = refusalOf(stored, version, reason, areCallsKnown, clock.now());
    if (!outcome && attempt > 0) await store.dropUnfinishedItems(executionId);
    // A retry begins with results of another.
    const isRead = !outcome && (wasBegun(stored) || stored.retryOf !== null);
    const page = isRead ? await store.recordedPage(executionId, { position: 0, piece: 0 }) : nothing;
    return { input: { attempt, elapsed, input: start, staticData, earlier: earlierPartOf(stored, page) }, outcome };
  };

  return {
    load: (stored, { slot, reason }) =>
      persist(async () => {
        const { executionId, mode, waitCount } = stored;
        const version = await versions.ofVersion(stored.versionId);
        const { settings } = version.workflow;
        const { input, outcome } = await read(stored, version, { reason, areCallsKnown: false });
        return {
          ...input,
          executionId,
          version,
          ranBy: stored.ranBy,
          mode,
          retryOf: stored.retryOf,
          sessionId: stored.sessionId,
          lastNodeAnswer: stored.startHead.lastNodeAnswer,
          origin: stored.origin,
          parent: stored.parent,
          depth: stored.startHead.depth ?? 0,
          rules: saveRulesFor(mode, settings, defaults),
          timeout: timeoutFor(settings, defaults),
          startedAt: stored.startedAt,
          waitCount,
          slot,
          outcome,
          mayHaveCalled: wasBegun(stored),
        };
      }),

    loadInput: (stored, reason, areCallsKnown) =>
      persist(async () => {
        const version = await versions.ofVersion(stored.versionId);
        return read(stored, version, { reason, areCallsKnown });
      }),
  };
};
