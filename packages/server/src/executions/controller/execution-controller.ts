import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import type { Slot } from '../queue/slots.ts';
import type { Outcome } from '../types.ts';
import type { ExecutionResult } from '../workers/protocol.ts';
import type { Loss } from '../workers/worker-pool.ts';
import type { ControllerEvent, Effect } from './effects.ts';
import type { ExecutionFacts, ExecutionInput } from './execution-facts.ts';
import { canceled, crashed, resultOf, timedOut } from './outcomes.ts';
import { assertMove, type ControllerState } from './states.ts';

/** Milliseconds for a worker to end an execution that it was told to end. */
export const stopGrace = 1000;
const timeoutGrace = 5000;

/** Workers that one execution may cost before it is given up, unless it gets further in between. */
export const mostLosses = 3;

/**
 * An execution of this process. It owns the states (`states.ts`): whatever happens to it comes as an event, and what is to be done about that is given
 * back as a list of effects. It does nothing by itself.
 */
export interface ExecutionController extends ExecutionFacts {
  readonly state: ControllerState;
  /** How it will have ended, once it is to end; its own result does not count any more. */
  readonly outcome: Outcome | undefined;
  /** The answer that a node has given. */
  readonly answer: WebhookResponse | undefined;
  /** A node run is under way that must not be repeated. */
  readonly isInFlight: boolean;
  /** It has called sub-workflows, or may have before it came here. */
  readonly mayHaveCalled: boolean;
  readonly slot: Slot;
  /** Milliseconds that it has taken, waits left out. */
  elapsed(): number;
  handle(event: ControllerEvent): readonly Effect[];
  /** Resolves when this process has nothing more to do with it: true if it has ended. */
  readonly left: Promise<boolean>;
}

export interface NewController extends ExecutionFacts, ExecutionInput {
  readonly slot: Slot;
  /** It may not go on. */
  readonly outcome?: Outcome;
  readonly mayHaveCalled: boolean;
}

type Handlers = { [T in ControllerEvent['type']]: (event: Extract<ControllerEvent, { type: T }>) => readonly Effect[] };

const nothing: readonly Effect[] = [];

export const createExecutionController = (
  { attempt, elapsed, input, staticData, earlier, slot, outcome: initialOutcome, ...facts }: NewController,
  clock: Clock,
): ExecutionController => {
  const { executionId } = facts;
  let state: ControllerState = 'claimed';
  /** Let go when a worker has it. */
  let begin: ExecutionInput | undefined = { attempt, elapsed, input, staticData, earlier };
  let earlierElapsed = elapsed;
  let beganAt = performance.now();
  let outcome = initialOutcome;
  let answer: WebhookResponse | undefined;
  let isInFlight = false;
  let { mayHaveCalled } = facts;
  let isIsolated = false;
  let isPausing = false;
  let losses = 0;
  const left = Promise.withResolvers<boolean>();

  const moveTo = (next: ControllerState): void => {
    assertMove(state, next);
    state = next;
  };
  const elapsedNow = (): number => Math.round(earlierElapsed + (performance.now() - beganAt));

  /** From here on it is only written how it leaves. */
  const leaveBy = (next: 'suspending' | 'releasing' | 'ending', write: Effect): readonly Effect[] => {
    const hasWorker = state === 'running' && write.type === 'writeRelease';
    moveTo(next);
    const stop: Effect[] = hasWorker ? [{ type: 'tellWorker', message: { type: 'stop', executionId } }] : [];
    return [...stop, { type: 'clearTimers' }, write, { type: 'releaseSlot' }];
  };
  const end = (result: ExecutionResult) => leaveBy('ending', { type: 'writeEnd', result });
  const endBy = (how: Outcome) => {
    outcome = how;
    return end(resultOf(executionId, how));
  };
  const release = () => leaveBy('releasing', { type: 'writeRelease', results: { nodes: [], items: [] } });
  const drop = (): readonly Effect[] => {
    const wasRunning = state === 'running';
    moveTo('left');
    const stop: Effect[] = wasRunning ? [{ type: 'tellWorker', message: { type: 'stop', executionId } }] : [];
    return [...stop, { type: 'clearTimers' }, { type: 'releaseSlot' }, { type: 'leave', hasEnded: false }];
  };

  const dispatch = (): readonly Effect[] => {
    if (outcome) return endBy(outcome);
    if (!begin) throw new Error(`Execution ${executionId} has nothing to begin from`);
    moveTo('running');
    const effects: Effect[] = [{ type: 'assign', input: begin, isIsolated }];
    begin = undefined;
    const { timeout } = facts;
    if (timeout !== undefined) {
      const event = { type: 'terminate', outcome: timedOut(timeout, clock.now()), grace: timeoutGrace } as const;
      effects.push({ type: 'startTimer', milliseconds: Math.max(0, timeout * 1000 - elapsedNow()), event });
    }
    if (isPausing) effects.push({ type: 'tellWorker', message: { type: 'pause', executionId } });
    return effects;
  };

  /** A worker's result counts, unless it is to end otherwise. */
  const settleBy = (result: ExecutionResult): readonly Effect[] => {
    if (outcome || (result.status !== 'waiting' && result.status !== 'paused')) return end(result);
    return result.status === 'waiting'
      ? leaveBy('suspending', { type: 'writeWait', result })
      : leaveBy('releasing', { type: 'writeRelease', results: result });
  };

  const handleLoss = ({ cause, reason, isCulprit, wasAlone }: Loss): readonly Effect[] => {
    if (outcome) return endBy(outcome);
    if (isCulprit) {
      losses++;
      isIsolated = true;
      if (wasAlone && cause !== 'ended') return endBy(crashed(reason, clock.now()));
      if (losses >= mostLosses)
        return endBy(crashed(`it was tried ${losses} times without getting further; ${reason}`, clock.now()));
    }
    moveTo('reclaiming');
    return [{ type: 'clearTimers' }, { type: 'reclaim', reason }];
  };

  const handleMessage: Handlers['message'] = ({ message }) => {
    if (state !== 'running') return nothing;
    switch (message.type) {
      case 'wantRecorded':
        return [{ type: 'readRecorded', from: message.from }];
      case 'record':
        isInFlight = message.inFlight !== null;
        return [{ type: 'record', message }];
      case 'response':
        answer = message.response;
        return [{ type: 'respond', response: message.response }];
      case 'responsePiece':
        return [{ type: 'respondPiece', piece: message.piece }];
      case 'call':
        mayHaveCalled = true;
        // It makes the call where it goes on, with the same idempotency key.
        if (isPausing && !isInFlight) return release();
        return [{ type: 'callWorkflow', call: message }];
      case 'ended':
        return settleBy(message.result);
      default:
        return [{ type: 'show', message }];
    }
  };

  const terminate: Handlers['terminate'] = ({ outcome: how, grace }) => {
    if (!isHere()) return nothing;
    outcome = how;
    if (state !== 'running') return [{ type: 'terminateSubWorkflows' }];
    return [
      { type: 'tellWorker', message: { type: 'stop', executionId } },
      { type: 'startTimer', milliseconds: grace, event: { type: 'graceOver' } },
      { type: 'terminateSubWorkflows' },
    ];
  };

  const isHere = () => state === 'claimed' || state === 'running' || state === 'reclaiming';

  const handlers: Handlers = {
    begin: () => {
      if (state !== 'claimed') return nothing;
      beganAt = performance.now();
      const isFirst = begin?.attempt === 0 && facts.waitCount === 0;
      return facts.sessionId !== null && isFirst ? [{ type: 'announce' }] : dispatch();
    },
    dispatch: () => (state === 'claimed' ? dispatch() : nothing),
    message: handleMessage,
    workerLost: ({ loss }) => (state === 'running' ? handleLoss(loss) : nothing),
    terminate,
    graceOver: () =>
      state === 'running'
        ? [{ type: 'killWorker', reason: 'its worker was ended because another execution on it could not be stopped' }]
        : nothing,
    pause: () => {
      isPausing = true;
      return state === 'running' ? [{ type: 'tellWorker', message: { type: 'pause', executionId } }] : nothing;
    },
    release: () => (isHere() ? release() : nothing),
    drop: () => (isHere() ? drop() : nothing),
    recorded: ({ hold, id, last }) => {
      if (!isHere()) return nothing;
      if (hold === 'gone') return terminate({ type: 'terminate', outcome: canceled, grace: stopGrace });
      if (hold === 'lost') return drop();
      if (last) losses = 0;
      const effects: Effect[] = [];
      if (id !== undefined) effects.push({ type: 'tellWorker', message: { type: 'committed', executionId, id } });
      if (mayHaveCalled && last) effects.push({ type: 'dropCallResults', last });
      return effects;
    },
    recordedRead: ({ page }) =>
      state === 'running' ? [{ type: 'tellWorker', message: { type: 'recordedPage', executionId, page } }] : nothing,
    callEnded: ({ id, result }) =>
      state === 'running' ? [{ type: 'tellWorker', message: { type: 'called', executionId, id, result } }] : nothing,
    reclaimed: ({ input: next, outcome: how }) => {
      if (state !== 'reclaiming') return nothing;
      moveTo('claimed');
      outcome ??= how;
      begin = next;
      earlierElapsed = next.elapsed;
      isInFlight = false;
      mayHaveCalled = true;
      beganAt = performance.now();
      return dispatch();
    },
    settled: ({ hasEnded }) => {
      moveTo('left');
      return [{ type: 'leave', hasEnded }];
    },
  };

  return {
    ...facts,
    slot,
    get state() {
      return state;
    },
    get outcome() {
      return outcome;
    },
    get answer() {
      return answer;
    },
    get isInFlight() {
      return isInFlight;
    },
    get mayHaveCalled() {
      return mayHaveCalled;
    },
    elapsed: elapsedNow,
    handle(event) {
      const effects = (handlers[event.type] as (event: ControllerEvent) => readonly Effect[])(event);
      if (state === 'left') left.resolve(effects.some((effect) => effect.type === 'leave' && effect.hasEnded));
      return effects;
    },
    left: left.promise,
  };
};
