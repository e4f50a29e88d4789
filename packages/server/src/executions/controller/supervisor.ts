import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { CalledRuns } from '../maintenance/called-runs.ts';
import type { StoredExecution } from '../store/execution-reader.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { ResumeUrls } from '../types.ts';
import type { Audience } from '../waiters/audience.ts';
import type { RunView } from '../waiters/run-view.ts';
import type { RecordedPlace, RunEnd, RunNews } from '../workers/protocol.ts';
import type { Loss, WorkerPool } from '../workers/worker-pool.ts';
import {
  type ActiveRun,
  aboutRun,
  clearRunTimers,
  crashed,
  elapsedOf,
  endByVerdict,
  noPlace,
  type Place,
  setRunTimer,
  timedOut,
  type Verdict,
} from './active-run.ts';
import type { Conclusions } from './conclusions.ts';
import { type RunDefaults, timeoutFor } from './save-rules.ts';
import { loadRun, type TakeUpOptions } from './take-up.ts';

/** After a stop order, before the worker is killed. */
const stopGrace = 1000;
const timeoutGrace = 5000;

export interface SupervisorOptions {
  processId: string;
  takeUp: TakeUpOptions;
  store: Pick<ExecutionStore, 'find' | 'recordedPage'>;
  commit: GroupCommit;
  conclusions: Conclusions;
  called: CalledRuns;
  audience: Audience;
  view: RunView;
  defaults: RunDefaults;
  addresses: ResumeUrls | undefined;
  clock: Clock;
  log: Log;
  /** Reads until the database is there. */
  persist<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps the process from closing before it has ended. */
  untilDone<T>(work: Promise<T>): Promise<T>;
  onCall(entry: ActiveRun, call: Extract<RunNews, { type: 'call' }>): void;
  /** A run was stopped that had called these executions. */
  onStopped(children: Iterable<number>): void;
}

/** Watches over the runs of this process: hands them to workers, records what they say, ends them when they must end, and goes on with them when their worker is lost. */
export interface Supervisor {
  readonly active: ReadonlyMap<number, ActiveRun>;
  /** A run that queues for its place. */
  enlist(entry: ActiveRun): void;
  /** A run whose row says that this process runs it. */
  begin(entry: ActiveRun): void;
  /** Claims a queued execution and begins it; leaves the place if someone else has it. */
  takeUp(executionId: number, place: Place, reason: string): Promise<void>;
  /** Begins an execution that was claimed for this process. */
  beginClaimed(claimed: StoredExecution, how: { place: Place; reason: string; hasResults: boolean }): Promise<void>;
  /** Tells a run to end. */
  stop(entry: ActiveRun, verdict: Verdict): void;
  handOver(entry: ActiveRun): void;
  /** Gives back a run, as it is recorded. */
  release(entry: ActiveRun): Promise<void>;
  /** Drops all runs, which belong to others now. */
  forsake(): void;
  receive(news: RunNews): void;
  onLost(executionIds: readonly number[], loss: Loss): void;
}

export const createSupervisor = (options: SupervisorOptions, pool: () => WorkerPool): Supervisor => {
  const { processId, commit, conclusions, audience, view, clock, log, untilDone } = options;
  const active = new Map<number, ActiveRun>();

  const leave = (entry: ActiveRun, hasEnded: boolean) => {
    if (active.get(entry.executionId) === entry) active.delete(entry.executionId);
    entry.leave(hasEnded);
  };

  /** From here on it is only written how the stretch has concluded. */
  const conclude = (entry: ActiveRun, write: () => Promise<void>, hasEnded: boolean): void => {
    if (entry.state === 'ending') return;
    entry.state = 'ending';
    clearRunTimers(entry);
    const writing = write().then(
      () => leave(entry, hasEnded),
      (error: unknown) => {
        log.error({ err: error, ...aboutRun(entry) }, 'What became of an execution could not be recorded');
        leave(entry, false);
      },
    );
    void untilDone(writing);
    entry.place.release();
  };

  const finish = (entry: ActiveRun, end: RunEnd) => conclude(entry, () => conclusions.end(entry, end), true);
  const finishByVerdict = (entry: ActiveRun, verdict: Verdict) => {
    entry.verdict = verdict;
    finish(entry, endByVerdict(entry.executionId, verdict));
  };

  const begin = (entry: ActiveRun): void => {
    active.set(entry.executionId, entry);
    entry.beganAt = performance.now();
    const isFirst = entry.attempt === 0 && entry.waitCount === 0;
    if (entry.sessionId === null || !isFirst) hand(entry);
    // The answer to whoever started it goes out first, then the news that it runs, then what it does.
    else
      setImmediate(() => {
        view.started(entry);
        hand(entry);
      });
  };

  const hand = (entry: ActiveRun): void => {
    if (entry.state !== 'taken') return;
    const { executionId, version, mode, rules, waitCount, verdict } = entry;
    if (verdict) {
      finishByVerdict(entry, verdict);
      return;
    }
    entry.state = 'dispatched';
    const watched = entry.sessionId !== null;
    pool().run(
      {
        executionId,
        versionId: version.versionId,
        mode,
        input: entry.input,
        staticData: mode === 'manual' ? undefined : (entry.staticData ?? undefined),
        watched,
        streamed: watched || rules.progress,
        keepOnSuccess: rules.success,
        keepOnError: rules.error,
        wantsItems: mode === 'integrated',
        lastNodeAnswer: entry.lastNodeAnswer,
        resumeUrl: options.addresses?.resumeUrl(executionId, waitCount),
        resumeFormUrl: options.addresses?.resumeFormUrl(executionId, waitCount),
        waitCount,
        earlier: entry.earlier,
      },
      () =>
        JSON.stringify({ ...version.workflow, id: version.workflowId === null ? null : String(version.workflowId) }),
      { alone: entry.alone },
    );
    entry.input = '';
    entry.earlier = undefined;
    const timeout = timeoutFor(version.workflow.settings, options.defaults);
    if (timeout !== undefined)
      setRunTimer(entry, Math.max(0, timeout * 1000 - elapsedOf(entry)), () =>
        condemn(entry, timedOut(timeout, clock.now()), timeoutGrace),
      );
  };

  /** Tells a run to end, and kills its worker when it does not. */
  const condemn = (entry: ActiveRun, verdict: Verdict, grace: number): void => {
    if (entry.state === 'ending') return;
    entry.verdict = verdict;
    const { executionId } = entry;
    if (entry.state === 'queued') finishByVerdict(entry, verdict);
    else if (entry.state === 'dispatched') {
      pool().send(executionId, { type: 'stop', executionId });
      setRunTimer(entry, grace, () =>
        pool().killWorkerOf(executionId, 'its worker was ended because another run on it could not be stopped'),
      );
    }
    options.onStopped(entry.children);
  };

  const receive = (news: RunNews): void => {
    const entry = active.get(news.type === 'ended' ? news.end.executionId : news.executionId);
    if (entry?.state !== 'dispatched') return;
    view.news(entry, news);
    switch (news.type) {
      case 'recordedWanted':
        giveRecorded(entry, news.from);
        return;
      case 'record':
        record(entry, news);
        return;
      case 'response':
        entry.answer = news.response;
        audience.respond(entry, news.response);
        return;
      case 'call':
        entry.mayHaveCalled = true;
        options.onCall(entry, news);
        return;
      case 'ended':
        concludeBy(entry, news.end);
    }
  };

  /** Reads on for a run that goes on from more than its worker could be handed at once. */
  const giveRecorded = (entry: ActiveRun, from: RecordedPlace): void => {
    const { executionId } = entry;
    void untilDone(options.persist(() => options.store.recordedPage(executionId, from))).then(
      (page) => pool().send(executionId, { type: 'recordedPage', executionId, page }),
      (error: unknown) => {
        log.error({ err: error, ...aboutRun(entry) }, 'Recorded results of an execution could not be read');
        if (active.get(executionId) === entry)
          condemn(entry, crashed('its recorded results could not be read from the database', clock.now()), stopGrace);
      },
    );
  };

  const record = (entry: ActiveRun, news: Extract<RunNews, { type: 'record' }>): void => {
    const { executionId } = entry;
    const { id, nodes, items, inFlight, progress } = news;
    entry.isMarked = inFlight !== null;
    const writing = commit.writeAtLast({
      kind: 'record',
      executionId,
      processId,
      nodes,
      items,
      inFlight,
      progress,
    });
    void untilDone(writing).then(
      (hold) => {
        if (hold !== 'held') abandon(entry, hold);
        else if (id !== undefined) pool().send(executionId, { type: 'committed', executionId, id });
        const last = nodes.at(-1);
        if (hold === 'held' && entry.mayHaveCalled && last) void options.called.recorded(executionId, last);
      },
      (error: unknown) => {
        log.error({ err: error, ...aboutRun(entry) }, 'Results of an execution could not be recorded');
        condemn(entry, crashed('its results could not be recorded in the database', clock.now()), stopGrace);
      },
    );
  };

  /** The execution was deleted, or belongs to another process: nothing that it does here counts any more. */
  const abandon = (entry: ActiveRun, hold: 'lost' | 'gone'): void => {
    if (hold === 'gone') condemn(entry, { status: 'canceled' }, stopGrace);
    else {
      pool().send(entry.executionId, { type: 'stop', executionId: entry.executionId });
      conclude(entry, async () => {}, false);
    }
  };

  const concludeBy = (entry: ActiveRun, end: RunEnd): void => {
    if (entry.verdict || (end.status !== 'waiting' && end.status !== 'paused')) finish(entry, end);
    else if (end.status === 'waiting') conclude(entry, () => conclusions.wait(entry, end), false);
    else conclude(entry, () => conclusions.release(entry, end), false);
  };

  /** Goes on with an execution that this process owns. */
  const goOn = async (
    executionId: number,
    {
      claimed,
      ...how
    }: { place: Place; reason: string; alone: boolean; claimed?: StoredExecution; hasResults?: boolean },
  ): Promise<void> => {
    try {
      const stored = claimed ?? (await options.persist(() => options.store.find(executionId)));
      if (!stored) return how.place.release();
      const entry = await options.persist(() => loadRun(options.takeUp, stored, how));
      if (entry.mode === 'integrated') {
        how.place.release();
        entry.place = noPlace;
      }
      begin(entry);
    } catch (error) {
      log.error({ err: error, executionId }, 'An execution could not be taken up');
      await giveUp(executionId, how.place);
    }
  };

  const giveUp = async (executionId: number, place: Place): Promise<void> => {
    const { status, error } = crashed('it could not be read from the database', clock.now());
    const end = { executionId, processId, status, stoppedAt: clock.now(), error: JSON.stringify(error) };
    await commit
      .writeAtLast({ kind: 'end', ...end, lastNode: null, nodes: [], items: [], keep: true })
      .catch((failure: unknown) => log.error({ err: failure, executionId }, 'Its end could not be recorded'));
    audience.end({ executionId, origin: null }, { status, errorMessage: error?.message });
    place.release();
  };

  const takeUp: Supervisor['takeUp'] = async (executionId, place, reason) => {
    const claiming = commit.writeAtLast({ kind: 'claim', executionId, processId }).catch((error: unknown) => {
      log.error({ err: error, executionId }, 'A queued execution could not be taken');
      return false;
    });
    if (await claiming) await goOn(executionId, { place, reason, alone: false });
    else place.release();
  };

  /** The row stays with this process, and the run gets another worker. */
  const goOnElsewhere = async (entry: ActiveRun, { cause, reason }: Loss): Promise<void> => {
    const { executionId, place } = entry;
    entry.state = 'taken';
    clearRunTimers(entry);
    const hold = await commit.writeAtLast({ kind: 'reclaim', executionId, processId }).catch((error: unknown) => {
      log.error({ err: error, ...aboutRun(entry) }, 'An execution could not be given another worker');
      entry.verdict ??= crashed(reason, clock.now());
    });
    if (entry.verdict) return finishByVerdict(entry, entry.verdict);
    if (hold !== 'held') return conclude(entry, async () => {}, false);
    leave(entry, false);
    await goOn(executionId, { place, reason, alone: entry.alone || cause !== 'ended' });
  };

  return {
    active,
    begin,
    takeUp,
    beginClaimed: (claimed, how) => goOn(claimed.executionId, { ...how, claimed, alone: false }),
    receive,

    enlist: (entry) => void active.set(entry.executionId, entry),

    stop: (entry, verdict) => condemn(entry, verdict, stopGrace),

    handOver({ executionId, state }) {
      if (state === 'dispatched') pool().send(executionId, { type: 'handOver', executionId });
    },

    async release(entry) {
      conclude(entry, () => conclusions.release(entry, { nodes: [], items: [] }), false);
      await entry.left;
    },

    forsake() {
      for (const entry of active.values()) conclude(entry, async () => {}, false);
    },

    onLost(executionIds, loss) {
      for (const executionId of executionIds) {
        const entry = active.get(executionId);
        if (entry?.state !== 'dispatched') continue;
        if (entry.verdict) finishByVerdict(entry, entry.verdict);
        else if (loss.cause === 'memory' && loss.wasAlone) finishByVerdict(entry, crashed(loss.reason, clock.now()));
        else void untilDone(goOnElsewhere(entry, loss));
      }
    },
  };
};
