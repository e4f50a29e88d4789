import type { Clock } from '../../platform/clock.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { StoredExecution } from '../store/execution-reader.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { RunnableVersion } from '../types.ts';
import type { EarlierPart, RecordedPage } from '../workers/protocol.ts';
import { type ActiveRun, crashed, createActiveRun, interrupted, type Place, type Verdict } from './active-run.ts';
import { type RunDefaults, saveRulesFor } from './save-rules.ts';

/** How often a run is begun or gone on with before it is given up, unless it gets further in between. */
export const mostAttempts = 3;

export interface TakeUpOptions {
  store: Pick<ExecutionStore, 'recordedPage' | 'dropUnfinishedItems'>;
  versions: Pick<Versions, 'ofVersion'>;
  clock: Clock;
  defaults: RunDefaults;
}

/** Why a run may not go on. @param reason what happened to it: a clause */
const judgeTakeUp = (
  { attempt, inFlight }: StoredExecution,
  { workflow }: RunnableVersion,
  reason: string,
  now: number,
): Verdict | undefined => {
  if (inFlight && !workflow.settings?.repeatInterrupted) return interrupted(inFlight.node, reason, now);
  if (attempt >= mostAttempts) return crashed(`it was tried ${attempt} times without getting further; ${reason}`, now);
  return undefined;
};

const nothing: RecordedPage = { nodes: [], next: null };

const earlierPartOf = (stored: StoredExecution, { nodes: recorded, next }: RecordedPage): EarlierPart | undefined => {
  const { resumption, progress } = stored;
  if (recorded.length === 0 && !resumption && progress === null) return undefined;
  return {
    recorded,
    next: next ?? undefined,
    resumption: resumption?.resumption,
    memo: resumption?.memo,
    progress: progress ?? undefined,
  };
};

/**
 * Makes a run of this process from the row of an execution that this process owns: queued for a while, resumed, or left by a process
 * or a worker that is gone.
 *
 * @param hasResults false: nothing is recorded that it goes on from
 * @returns with a verdict, where it must not go on
 */
export const loadRun = async (
  { store, versions, clock, defaults }: TakeUpOptions,
  stored: StoredExecution,
  { place, reason, alone, hasResults = true }: { place: Place; reason: string; alone: boolean; hasResults?: boolean },
): Promise<ActiveRun> => {
  const { executionId } = stored;
  const version = await versions.ofVersion(stored.versionId, stored.ownerId);
  const verdict = judgeTakeUp(stored, version, reason, clock.now());
  if (!verdict && stored.attempt > 0) await store.dropUnfinishedItems(executionId);
  const recorded = verdict || !hasResults ? nothing : await store.recordedPage(executionId, { position: 0, piece: 0 });
  const entry = createActiveRun({
    executionId,
    version,
    mode: stored.mode,
    retryOf: stored.retryOf,
    sessionId: stored.sessionId,
    lastNodeAnswer: stored.input.lastNodeAnswer,
    origin: stored.origin,
    parent: stored.parent,
    depth: stored.input.depth ?? 0,
    rules: saveRulesFor(stored.mode, version.workflow.settings, defaults),
    startedAt: stored.startedAt,
    attempt: stored.attempt,
    waitCount: stored.waitCount,
    elapsed: stored.elapsed,
    input: stored.start,
    staticData: stored.staticData,
    earlier: earlierPartOf(stored, recorded),
    alone,
    mayHaveCalled: stored.attempt > 0 || stored.waitCount > 0 || stored.elapsed > 0,
    state: 'taken',
    place,
  });
  entry.verdict = verdict;
  return entry;
};
