import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import type { Slot } from '../queue/slots.ts';
import type { Outcome } from '../types.ts';
import type { ExecutionResult, ToWorker } from '../workers/protocol.ts';
import type { Loss } from '../workers/worker-pool.ts';
import type { ControllerEvent, Effect } from './effects.ts';
import type { ExecutionFacts, ExecutionInput } from './execution-facts.ts';
import { canceled, crashed, resultOf, timedOut } from './outcomes.ts';
import { assertMove, type ControllerState } from './states.ts';

/** Milliseconds for a worker to end an execution that it was told to end. */
export const stopGrace = 1000;
const timeoutGrace = 5000;

const couldNotBeStopped = 'its worker was ended because another execution on it could not be stopped';

/** Workers that one execution may cost before it is given up, unless it gets further in between. */
export const mostLosses = 3;

export interface NewController extends ExecutionFacts, ExecutionInput {
  readonly slot: Slot;
  /** It may not go on. */
  readonly outcome?: Outcome;
  readonly mayHaveCalled: boolean;
}

type Event<T extends ControllerEvent['type']> = Extract<ControllerEvent, { type: T }>;

const nothing: readonly Effect[] = [];

/**
 * An execution of this process. It owns the states (`states.ts`): whatever happens to it comes as an event, and what is to be done about that is given
 * back as a list of effects. It does nothing by itself.
 *
 * A class, since there is one for each execution: its methods cost nothing then, and what it holds is what it says here.
 */
export class ExecutionController implements ExecutionFacts {
  readonly executionId: number;
  readonly version: ExecutionFacts['version'];
  readonly ranBy: string | null;
  readonly mode: ExecutionFacts['mode'];
  readonly retryOf: number | null;
  readonly sessionId: string | null;
  readonly lastNodeAnswer: ExecutionFacts['lastNodeAnswer'];
  readonly origin: string | null;
  readonly parent: ExecutionFacts['parent'];
  readonly depth: number;
  readonly rules: ExecutionFacts['rules'];
  readonly timeout: number | undefined;
  readonly startedAt: number;
  readonly waitCount: number;
  readonly slot: Slot;

  readonly #clock: Clock;
  #state: ControllerState = 'claimed';
  /** Let go when a worker has it. */
  #begin: ExecutionInput | undefined;
  #earlierElapsed: number;
  #beganAt = performance.now();
  #outcome: Outcome | undefined;
  #answer: WebhookResponse | undefined;
  #isInFlight = false;
  #mayHaveCalled: boolean;
  #isIsolated = false;
  #isPausing = false;
  #losses = 0;
  #hasEnded = false;
  #left: PromiseWithResolvers<boolean> | undefined;

  constructor(from: NewController, clock: Clock) {
    this.executionId = from.executionId;
    this.version = from.version;
    this.ranBy = from.ranBy;
    this.mode = from.mode;
    this.retryOf = from.retryOf;
    this.sessionId = from.sessionId;
    this.lastNodeAnswer = from.lastNodeAnswer;
    this.origin = from.origin;
    this.parent = from.parent;
    this.depth = from.depth;
    this.rules = from.rules;
    this.timeout = from.timeout;
    this.startedAt = from.startedAt;
    this.waitCount = from.waitCount;
    this.slot = from.slot;
    this.#clock = clock;
    this.#begin = from;
    this.#earlierElapsed = from.elapsed;
    this.#outcome = from.outcome;
    this.#mayHaveCalled = from.mayHaveCalled;
  }

  get state(): ControllerState {
    return this.#state;
  }

  /** How it will have ended, once it is to end; its own result does not count any more. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** The answer that a node has given. */
  get answer(): WebhookResponse | undefined {
    return this.#answer;
  }

  /** A node run is under way that must not be repeated. */
  get isInFlight(): boolean {
    return this.#isInFlight;
  }

  /** It has called sub-workflows, or may have before it came here. */
  get mayHaveCalled(): boolean {
    return this.#mayHaveCalled;
  }

  /** Milliseconds that it has taken, waits left out; more than 0, by which its row says that it was begun. */
  elapsed(): number {
    return Math.ceil(this.#earlierElapsed + (performance.now() - this.#beganAt));
  }

  /** Resolves when this process has nothing more to do with it: true if it has ended. */
  left(): Promise<boolean> {
    if (this.#state === 'left') return Promise.resolve(this.#hasEnded);
    this.#left ??= Promise.withResolvers();
    return this.#left.promise;
  }

  handle(event: ControllerEvent): readonly Effect[] {
    switch (event.type) {
      case 'begin':
        return this.#handleBegin();
      case 'dispatch':
        return this.#state === 'claimed' ? this.#dispatch() : nothing;
      case 'message':
        return this.#state === 'running' ? this.#handleMessage(event) : nothing;
      case 'workerLost':
        return this.#state === 'running' ? this.#handleLoss(event.loss) : nothing;
      case 'terminate':
        return this.#isHere() ? this.#terminate(event) : nothing;
      case 'graceOver':
        return this.#state === 'running' ? [{ type: 'killWorker', reason: couldNotBeStopped }] : nothing;
      case 'pause':
        this.#isPausing = true;
        return this.#state === 'running' ? [this.#tellWorker('pause')] : nothing;
      case 'release':
        return this.#isHere() ? this.#release() : nothing;
      case 'drop':
        return this.#isHere() ? this.#drop() : nothing;
      case 'recorded':
        return this.#isHere() ? this.#handleRecorded(event) : nothing;
      case 'recordedRead':
        return this.#answerWorker({ type: 'recordedPage', executionId: this.executionId, page: event.page });
      case 'callEnded': {
        const { id, result } = event;
        return this.#answerWorker({ type: 'called', executionId: this.executionId, id, result });
      }
      case 'reclaimed':
        return this.#state === 'reclaiming' ? this.#handleReclaimed(event) : nothing;
      case 'settled':
        return this.#leave(event.hasEnded);
    }
  }

  #moveTo(next: ControllerState): void {
    assertMove(this.#state, next);
    this.#state = next;
  }

  #isHere(): boolean {
    return this.#state === 'claimed' || this.#state === 'running' || this.#state === 'reclaiming';
  }

  #tellWorker(type: 'stop' | 'pause'): Effect {
    return { type: 'tellWorker', message: { type, executionId: this.executionId } };
  }

  #answerWorker(message: ToWorker): readonly Effect[] {
    return this.#state === 'running' ? [{ type: 'tellWorker', message }] : nothing;
  }

  #handleBegin(): readonly Effect[] {
    if (this.#state !== 'claimed') return nothing;
    this.#beganAt = performance.now();
    const isFirst = this.#begin?.attempt === 0 && this.waitCount === 0;
    return this.sessionId !== null && isFirst ? [{ type: 'announce' }] : this.#dispatch();
  }

  #dispatch(): readonly Effect[] {
    if (this.#outcome) return this.#endBy(this.#outcome);
    const input = this.#begin;
    if (!input) throw new Error(`Execution ${this.executionId} has nothing to begin from`);
    this.#moveTo('running');
    this.#begin = undefined;
    const effects: Effect[] = [{ type: 'assign', input, isIsolated: this.#isIsolated }];
    const { timeout } = this;
    if (timeout !== undefined) {
      const outcome = timedOut(timeout, this.#clock.now());
      const milliseconds = Math.max(0, timeout * 1000 - this.elapsed());
      effects.push({ type: 'startTimer', milliseconds, event: { type: 'terminate', outcome, grace: timeoutGrace } });
    }
    if (this.#isPausing) effects.push(this.#tellWorker('pause'));
    return effects;
  }

  #handleMessage({ message }: Event<'message'>): readonly Effect[] {
    switch (message.type) {
      case 'wantRecorded':
        return [{ type: 'readRecorded', from: message.from }];
      case 'record':
        this.#isInFlight = message.inFlight !== null;
        return [{ type: 'record', message }];
      case 'response':
        this.#answer = message.response;
        return [{ type: 'respond', response: message.response }];
      case 'responsePiece':
        return [{ type: 'respondPiece', piece: message.piece }];
      case 'call':
        this.#mayHaveCalled = true;
        // It makes the call where it goes on, with the same idempotency key.
        if (this.#isPausing && !this.#isInFlight) return this.#release();
        return [{ type: 'callWorkflow', call: message }];
      case 'ended':
        return this.#settleBy(message.result);
      default:
        return [{ type: 'show', message }];
    }
  }

  /** A worker's result counts, unless it is to end otherwise. */
  #settleBy(result: ExecutionResult): readonly Effect[] {
    if (this.#outcome || (result.status !== 'waiting' && result.status !== 'paused')) return this.#end(result);
    return result.status === 'waiting'
      ? this.#leaveBy('suspending', { type: 'writeWait', result })
      : this.#leaveBy('releasing', { type: 'writeRelease', results: result });
  }

  #handleLoss({ cause, reason, isCulprit, wasAlone }: Loss): readonly Effect[] {
    if (this.#outcome) return this.#endBy(this.#outcome);
    if (isCulprit) {
      this.#losses++;
      this.#isIsolated = true;
      const now = this.#clock.now();
      if (wasAlone && cause !== 'ended') return this.#endBy(crashed(reason, now));
      if (this.#losses >= mostLosses)
        return this.#endBy(crashed(`it was tried ${this.#losses} times without getting further; ${reason}`, now));
    }
    this.#moveTo('reclaiming');
    return [{ type: 'clearTimers' }, { type: 'reclaim', reason }];
  }

  #handleReclaimed({ input, outcome }: Event<'reclaimed'>): readonly Effect[] {
    this.#moveTo('claimed');
    this.#outcome ??= outcome;
    this.#begin = input;
    this.#earlierElapsed = input.elapsed;
    this.#isInFlight = false;
    this.#mayHaveCalled = true;
    this.#beganAt = performance.now();
    return this.#dispatch();
  }

  #handleRecorded({ hold, id, last }: Event<'recorded'>): readonly Effect[] {
    if (hold === 'gone') return this.#terminate({ outcome: canceled, grace: stopGrace });
    if (hold === 'lost') return this.#drop();
    if (last) this.#losses = 0;
    const { executionId } = this;
    const effects: Effect[] = [];
    if (id !== undefined) effects.push({ type: 'tellWorker', message: { type: 'committed', executionId, id } });
    if (this.#mayHaveCalled && last) effects.push({ type: 'dropCallResults', last });
    return effects;
  }

  #terminate({ outcome, grace }: Pick<Event<'terminate'>, 'outcome' | 'grace'>): readonly Effect[] {
    this.#outcome = outcome;
    if (this.#state !== 'running') return [{ type: 'terminateSubWorkflows' }];
    return [
      this.#tellWorker('stop'),
      { type: 'startTimer', milliseconds: grace, event: { type: 'graceOver' } },
      { type: 'terminateSubWorkflows' },
    ];
  }

  #end(result: ExecutionResult): readonly Effect[] {
    return this.#leaveBy('ending', { type: 'writeEnd', result });
  }

  #endBy(outcome: Outcome): readonly Effect[] {
    this.#outcome = outcome;
    return this.#end(resultOf(this.executionId, outcome));
  }

  #release(): readonly Effect[] {
    const stop = this.#state === 'running' ? [this.#tellWorker('stop')] : nothing;
    return [...stop, ...this.#leaveBy('releasing', { type: 'writeRelease', results: { nodes: [], items: [] } })];
  }

  /** From here on it is only written how it leaves. */
  #leaveBy(next: 'suspending' | 'releasing' | 'ending', write: Effect): readonly Effect[] {
    this.#moveTo(next);
    return [{ type: 'clearTimers' }, write, { type: 'releaseSlot' }];
  }

  #drop(): readonly Effect[] {
    const stop = this.#state === 'running' ? [this.#tellWorker('stop')] : nothing;
    return [...stop, { type: 'clearTimers' }, { type: 'releaseSlot' }, ...this.#leave(false)];
  }

  #leave(hasEnded: boolean): readonly Effect[] {
    this.#moveTo('left');
    this.#hasEnded = hasEnded;
    this.#left?.resolve(hasEnded);
    return [{ type: 'leave', hasEnded }];
  }
}
