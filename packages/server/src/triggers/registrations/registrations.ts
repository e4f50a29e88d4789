import type { JsonObject } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Dispatcher } from '../../executions/types.ts';
import type { NodeCalls } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { activationFailure, messageOf } from '../failure-texts.ts';
import { pauseAfter } from '../growing-pause.ts';
import type { TriggerStates } from '../states/trigger-states.ts';
import { nodeKey, type TriggerSubjects } from '../subjects.ts';
import { insertTestRegistration, leaveTests, replaceRegistration } from './plan.ts';
import {
  findDue,
  findLeftTests,
  findRegistered,
  findRegistration,
  findUnsettled,
  giveUpRegistration,
  type Registration,
  type RegistrationOwner,
  saveFailure,
} from './store.ts';
import { createTelling, stateOf, type TestRegistration, type WebhookBases } from './telling.ts';

/**
 * Tells services where to call, and takes that back. What is to be done is a row that is stored with the activation (`planRegistrations`), before
 * anything is said to a service: so whoever dies at any moment leaves a row that says what may have happened, and the node is asked whether it
 * did (`exists`) before anything is said twice.
 */
export interface Registrations {
  /**
   * Does what is to be done for a workflow now. What cannot be taken back is tried again later, and so is what cannot be registered, unless
   * `isActivation`.
   * @throws AppError activationFailed with the node's name and the service's words
   */
  settle(workflowId: number, options: { isActivation: boolean }): Promise<void>;
  /** @throws AppError activationFailed; nothing is left then */
  registerTest(test: TestRegistration): Promise<void>;
  /** The static data that registering has left for a test call. */
  testStaticData(test: string): Promise<JsonObject>;
  /** Nobody waits for the test call any more. Never rejects. */
  endTest(test: string): Promise<void>;
  /** Goes on with what others have left, for as long as this process leads. */
  duty: { start(): void; stop(): void };
  close(): Promise<void>;
}

/** Milliseconds. */
const lookEvery = 5000;
const pause = { first: 15_000, most: 3_600_000 };
/** More than two days of failures: the service will not take it back. */
const mostFailures = 60;

export const createRegistrations = (options: {
  db: Kysely<Database>;
  calls: Pick<NodeCalls, 'ask'>;
  dispatcher: Pick<Dispatcher, 'staticDataChanged'>;
  subjects: TriggerSubjects;
  states: Pick<TriggerStates, 'set'>;
  bases(): WebhookBases;
  clock: Clock;
  log: Log;
}): Registrations => {
  const { db, states, clock, log } = options;
  /** One after the other for each owner. */
  const last = new Map<string, Promise<unknown>>();
  const closing = new AbortController();
  const telling = createTelling({ ...options, signal: closing.signal });

  const inTurn = <T>(owner: RegistrationOwner, work: () => Promise<T>): Promise<T> => {
    const key = 'test' in owner ? `test ${owner.test}` : `workflow ${owner.workflowId}`;
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = done.then(
      () => {},
      () => {},
    );
    last.set(key, settled);
    void settled.then(() => last.get(key) === settled && last.delete(key));
    return done;
  };

  const fail = async (registration: Registration, error: unknown): Promise<void> => {
    const { workflowId, node, state, failures: before } = registration;
    const failures = before + 1;
    const isLeaving = state === 'leaving';
    const message = `${isLeaving ? 'It could not be unregistered' : 'It is not registered'}: ${messageOf(error)}`;
    const details = { err: error, workflowId, node, failures };
    if (isLeaving && failures >= mostFailures) {
      log.error(details, 'What a trigger has registered cannot be taken back, and stays');
      await giveUpRegistration(db, registration);
      return;
    }
    const tryAt = clock.now() + pauseAfter(pause, failures);
    // One that is to be taken back since then begins anew.
    if (!(await saveFailure(db, registration, { failures, message, tryAt }))) return;
    if (failures === 1)
      log.warn(details, isLeaving ? 'A trigger could not be unregistered' : 'A trigger could not be registered');
    const shown = stateOf(registration);
    if (shown) await states.set(shown, { status: 'failing', message, nextTry: tryAt });
  };

  /** @throws what kept it from being registered, with `isActivation` */
  const see = async (registration: Registration, isActivation: boolean, test?: TestRegistration): Promise<void> => {
    const { id, state } = registration;
    try {
      if (state === 'leaving') return await telling.unregister(registration);
      const isLeaving = await telling.register(registration, { waits: isActivation, test });
      // Another process has deactivated the workflow meanwhile.
      const left = isLeaving ? await findRegistration(db, id) : undefined;
      if (left) await see(left, false);
    } catch (error) {
      // What this process has begun and cannot end now is seen to by the next leader, when the claim is over.
      if (closing.signal.aborted) return;
      if (isActivation && registration.state !== 'leaving') throw activationFailure(registration.node, error);
      await fail(registration, error);
    }
  };

  const settle = async (
    owner: RegistrationOwner,
    how: { isActivation: boolean; dueAt?: number; test?: TestRegistration },
  ) => {
    for (const registration of await findUnsettled(db, owner, how.dueAt)) {
      // A test call that is not waited for by this process is nobody's: it was interrupted.
      if (registration.test !== null && registration.state !== 'leaving' && !how.test) continue;
      await see(registration, how.isActivation, how.test);
    }
  };

  const endTest = async (test: string): Promise<void> => {
    try {
      await leaveTests(db, test, clock.now());
      await inTurn({ test }, () => settle({ test }, { isActivation: false }));
    } catch (error) {
      log.warn({ err: error, test }, 'A test webhook could not be unregistered; it is tried again');
    }
  };

  /** As those of the workflow are served now. */
  const followAddresses = async (): Promise<void> => {
    for (const registration of await findRegistered(db)) {
      const { workflowId, node, urls = {} } = registration;
      if (workflowId === null) continue;
      const wanted = await telling.addresses(workflowId, node);
      if (Object.keys(wanted).length === 0) continue;
      const isSame = Object.entries(wanted).every(([name, url]) => urls[name] === url);
      if (!isSame) await replaceRegistration(db, registration, clock.now());
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let knowsAddresses = false;
  const look = async (): Promise<void> => {
    try {
      if (!knowsAddresses) await followAddresses();
      knowsAddresses = true;
      for (const test of await findLeftTests(db, clock.now())) await endTest(test);
      const due = await findDue(db, clock.now());
      await Promise.all(
        due.map((owner) => inTurn(owner, () => settle(owner, { isActivation: false, dueAt: clock.now() }))),
      );
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'Registrations cannot be looked after now; this is tried again');
      isFailing = true;
    }
  };
  const keepLooking = (after: number): void => {
    timer = setTimeout(() => {
      void look().finally(() => timer && keepLooking(lookEvery));
    }, after).unref();
  };

  return {
    settle: (workflowId, { isActivation }) => inTurn({ workflowId }, () => settle({ workflowId }, { isActivation })),

    async registerTest(test) {
      await endTest(test.test);
      const { workflowId, subject } = test;
      await insertTestRegistration(db, { workflowId, node: subject.node, test: test.test, digest: '' }, clock.now());
      try {
        await inTurn({ test: test.test }, () => settle({ test: test.test }, { isActivation: true, test }));
      } catch (error) {
        await endTest(test.test);
        throw error;
      }
    },

    async testStaticData(test) {
      const row = await db
        .selectFrom('registrations')
        .select(['node', 'static_data'])
        .where('test', '=', test)
        .where('state', '<>', 'leaving')
        .executeTakeFirst();
      return row?.static_data ? Object.fromEntries([[nodeKey(row.node), JSON.parse(row.static_data)]]) : {};
    },

    endTest,

    duty: {
      start() {
        knowsAddresses = false;
        if (!timer && !closing.signal.aborted) keepLooking(0);
      },
      stop() {
        clearTimeout(timer);
        timer = undefined;
      },
    },

    async close() {
      clearTimeout(timer);
      timer = undefined;
      closing.abort(new Error('The server is stopping'));
      await Promise.all(last.values());
    },
  };
};
