import type { JsonObject } from '@millrace/contract';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Dispatcher } from '../../executions/types.ts';
import type { CallSubject, NodeCalls } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { activationFailure, messageOf } from '../failure-texts.ts';
import { pauseAfter } from '../growing-pause.ts';
import type { TriggerStates } from '../states/trigger-states.ts';
import { nodeKey, partOf, type TriggerSubjects } from '../subjects.ts';
import {
  claimRegistration,
  findDue,
  findLeftTests,
  findRegistered,
  findUnsettled,
  forgetAsking,
  giveUpRegistration,
  insertTestRegistration,
  leaveTests,
  lookAgain,
  type Registration,
  type RegistrationOwner,
  removeRegistration,
  replaceRegistration,
  saveFailure,
  saveRegistered,
} from './store.ts';

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

export interface TestRegistration {
  /** As `workflow` in `test_webhooks`. */
  test: string;
  workflowId: number | null;
  subject: CallSubject;
  specs: readonly WebhookSpec[];
}

/** Where webhooks are called from outside. */
export interface WebhookBases {
  /** With a slash at the end. */
  production: string;
  test: string;
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
  const { db, calls, dispatcher, subjects, states, bases, clock, log } = options;
  /** One after the other for each owner. */
  const last = new Map<string, Promise<unknown>>();
  const closing = new AbortController();

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

  const addressesOf = (specs: readonly WebhookSpec[], base: string): Record<string, string> =>
    Object.fromEntries(specs.map(({ name = 'default', path }) => [name, base + path.replace(/^\//, '')]));

  const storedSpecs = async (workflowId: number, node: string): Promise<WebhookSpec[]> => {
    const rows = await db
      .selectFrom('webhooks')
      .select('spec')
      .where('workflow_id', '=', workflowId)
      .where('node', '=', node)
      .execute();
    return rows.map(({ spec }) => JSON.parse(spec) as WebhookSpec);
  };

  const isTest = ({ test }: Registration): boolean => test !== null;
  const stateOf = ({ workflowId, node, test }: Registration) =>
    workflowId === null || test !== null ? undefined : { workflowId, node, part: 'registration' as const };

  const ask = async (
    kind: 'exists' | 'register' | 'unregister',
    registration: Registration,
    { subject, urls }: { subject: CallSubject; urls: Record<string, string> },
    staticData: JsonObject,
  ) => {
    const method = { kind, urls, isTest: isTest(registration) };
    const { value, staticData: changes = {} } = await calls.ask({ ...subject, staticData }, method, {
      signal: closing.signal,
    });
    return { value, changes, staticData: { ...staticData, ...changes } };
  };

  const keptOf = ({ node }: Registration, staticData: JsonObject): JsonObject =>
    partOf(staticData, nodeKey(node)) ?? {};

  /** @param test what is asked of it; undefined: as the workflow is stored */
  const register = async (registration: Registration, test?: TestRegistration): Promise<void> => {
    const { workflowId, node } = registration;
    const subject = test?.subject ?? (await subjects.of(workflowId as number, node)).subject;
    const specs = test?.specs ?? (await storedSpecs(workflowId as number, node));
    const asked = { subject, urls: addressesOf(specs, test ? bases().test : bases().production) };
    // Its static data may be the whole of a workflow's, and is kept apart.
    const { staticData: before = {}, ...stored } = subject;
    const told = { ...asked, subject: stored };
    if (!(await claimRegistration(db, registration, clock.now(), told))) return;
    let known = await ask('exists', registration, asked, before).catch(async (error: unknown) => {
      if (registration.state === 'wanted') await forgetAsking(db, registration);
      throw error;
    });
    if (!known.value) {
      const { changes } = known;
      known = await ask('register', registration, asked, known.staticData);
      known.changes = { ...changes, ...known.changes };
    }
    const kept = keptOf(registration, known.staticData);
    await saveRegistered(db, registration, { kept, changes: known.changes, asked: told, now: clock.now() });
    if (workflowId !== null) dispatcher.staticDataChanged(workflowId);
    const shown = stateOf(registration);
    if (shown) await states.set(shown, null);
  };

  const unregister = async (registration: Registration): Promise<void> => {
    const { node, workflowId, subject, urls = {}, staticData: left } = registration;
    if (!subject || !(await claimRegistration(db, registration, clock.now()))) return;
    const asked = { subject, urls };
    const key = nodeKey(node);
    let staticData = { ...subject.staticData, ...(left && Object.fromEntries([[key, left]])) };
    // Interrupted: the node is to find what is there. What it does not take for its own, without its secret, is taken back all the same.
    if (!left) ({ staticData } = await ask('exists', registration, asked, staticData));
    const { changes } = await ask('unregister', registration, asked, staticData);
    const hasNewer = await removeRegistration(db, registration, { changes, now: clock.now() });
    if (workflowId !== null) dispatcher.staticDataChanged(workflowId);
    // Where a service has one address for each account, a test has taken that of the active workflow.
    const hasTaken = registration.test !== null && workflowId !== null;
    if (hasNewer || hasTaken) await lookAgain(db, registration, clock.now());
    const shown = stateOf(registration);
    if (shown && registration.failures > 0 && !hasNewer) await states.set(shown, null);
    if (registration.failures > 0) log.info({ workflowId, node }, 'What a trigger had registered is taken back');
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
    await saveFailure(db, registration, { failures, message, tryAt });
    if (failures === 1)
      log.warn(details, isLeaving ? 'A trigger could not be unregistered' : 'A trigger could not be registered');
    const shown = stateOf(registration);
    if (shown) await states.set(shown, { status: 'failing', message, nextTry: tryAt });
  };

  /** @throws what kept it from being registered, with `isActivation` */
  const see = async (registration: Registration, isActivation: boolean, test?: TestRegistration): Promise<void> => {
    try {
      await (registration.state === 'leaving' ? unregister(registration) : register(registration, test));
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
      const wanted = addressesOf(await storedSpecs(workflowId, node), bases().production);
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
