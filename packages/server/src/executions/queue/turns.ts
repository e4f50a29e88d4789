import type { ExecutionMode } from '@millrace/contract';
import type { Log } from '../../platform/log.ts';
import { type ActiveRun, aboutRun, createPlace, noPlace, type Place, queuedPlace } from '../controller/active-run.ts';
import type { Supervisor } from '../controller/supervisor.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import { claimQueued } from '../store/postgres-claims.ts';
import { createLane, type Lane } from './lane.ts';
import type { RunQueue } from './run-queue.ts';

export interface Turn {
  begin(): void;
}

export type RunLane = Lane<Turn>;

/** Which executions get their turn in this process: those that queue in its lanes, and those that it takes from the queue that processes share. */
export interface Turns {
  readonly lanes: Readonly<Record<'production' | 'manual', RunLane>>;
  laneOf(mode: ExecutionMode): RunLane;
  placeIn(lane: RunLane): Place;
  /** A stored execution that is queued gets its turn here; where processes share a queue, it has put the execution there. */
  lineUp(executionId: number, mode: ExecutionMode): void;
  /** A run of this process queues, with all that it needs in memory, in the place that `lane.enter` gave. */
  wait(entry: ActiveRun, lane: RunLane): void;
  /** Takes executions from the queue that processes share, until it is closed. */
  workOn(queue: RunQueue): Promise<{ close(): Promise<void> }>;
}

export const createTurns = (options: {
  processId: string;
  /** Runs of each lane at once, none where this process executes none, and how many of a lane may queue. */
  limits: { production: number; manual: number; queued: number };
  isQueueShared: boolean;
  supervisor: Supervisor;
  commit: GroupCommit;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
}): Turns => {
  const { processId, limits, supervisor, commit, log, untilDone } = options;
  const { queued } = limits;
  const onTurn = (turn: Turn) => turn.begin();
  const lanes = {
    production: createLane<Turn>({ running: limits.production, queued }, onTurn),
    manual: createLane<Turn>({ running: limits.manual, queued }, onTurn),
  };
  const laneOf = (mode: ExecutionMode): RunLane => (mode === 'manual' ? lanes.manual : lanes.production);
  const placeIn = (lane: RunLane): Place => createPlace(() => lane.leave('running'));
  const lined = new Set<number>();

  return {
    lanes,
    laneOf,
    placeIn,

    lineUp(executionId, mode) {
      if (options.isQueueShared || lined.has(executionId) || options.isClosing()) return;
      const reason = 'the instance stopped';
      if (mode === 'integrated') {
        void untilDone(supervisor.takeUp(executionId, noPlace, reason));
        return;
      }
      lined.add(executionId);
      const lane = laneOf(mode);
      lane.line({
        begin: () => {
          lined.delete(executionId);
          void untilDone(supervisor.takeUp(executionId, placeIn(lane), reason));
        },
      });
    },

    wait(entry, lane) {
      const { executionId } = entry;
      supervisor.enlist(entry);
      const turn: Turn = {
        begin() {
          const place = placeIn(lane);
          entry.state = 'taken';
          const claiming = commit.writeAtLast({ kind: 'claim', executionId, processId }).catch((error: unknown) => {
            log.error({ err: error, ...aboutRun(entry) }, 'A queued execution could not be taken');
            return false;
          });
          void untilDone(claiming).then((isClaimed) => {
            if (!isClaimed) place.release();
            entry.place = isClaimed ? place : queuedPlace;
            if (!isClaimed) entry.verdict ??= { status: 'canceled' };
            supervisor.begin(entry);
          });
        },
      };
      lane.wait(turn);
      void entry.left.then(() => lane.remove(turn));
    },

    workOn: (queue) =>
      queue.work({
        reserve: (name) => lanes[name].enterAll(),
        giveBack(name, places) {
          for (let left = places; left > 0; left--) lanes[name].leave('running');
        },
        whenFree: (name) => lanes[name].whenFree(),
        async claim(connection, name, most) {
          const claimed = await claimQueued(connection, { processId, isManual: name === 'manual', most });
          for (const { stored, hasResults } of claimed) {
            const how = { place: placeIn(lanes[name]), reason: 'the process that ran it is gone', hasResults };
            void untilDone(supervisor.beginClaimed(stored, how));
          }
          return claimed.length;
        },
      }),
  };
};
