import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@millrace/contract';
import { NodeError, type WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Dispatcher } from '../../executions/types.ts';
import type { CallSubject, NodeCalls } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { TriggerStates } from '../states/trigger-states.ts';
import { nodeKey, partOf, type TriggerSubjects } from '../subjects.ts';
import { type Asked, claimRegistration, leaveToLeader, releaseRegistration } from './claims.ts';
import { forgetAsking, lookAgain, type Registration, removeRegistration, saveRegistered } from './store.ts';

/** What is said to services, and what is stored of their answers. */
export interface Telling {
  /**
   * Does nothing where another process does it, and leaves it to the leader where that does another of the same node.
   *
   * @param how `waits`: for other processes. `test`: what is asked of a test call; undefined: as the workflow is stored
   * @returns whether it is to be taken back by now
   * @throws NodeError
   */
  register(registration: Registration, how: { waits: boolean; test?: TestRegistration }): Promise<boolean>;
  /** As `register`, which waits for nobody. @throws NodeError */
  unregister(registration: Registration): Promise<void>;
  /** Of the node's webhooks, as they are served now. */
  addresses(workflowId: number, node: string): Promise<Record<string, string>>;
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

/** Milliseconds between two looks whether another process is done, and for all of them. */
const waiting = { look: 200, most: 60_000 };

export const stateOf = ({ workflowId, node, test }: Registration) =>
  workflowId === null || test !== null ? undefined : { workflowId, node, part: 'registration' as const };

const addressesOf = (specs: readonly WebhookSpec[], base: string): Record<string, string> =>
  Object.fromEntries(specs.map(({ name = 'default', path }) => [name, base + path.replace(/^\//, '')]));

export const createTelling = (options: {
  db: Kysely<Database>;
  calls: Pick<NodeCalls, 'ask'>;
  dispatcher: Pick<Dispatcher, 'staticDataChanged'>;
  subjects: TriggerSubjects;
  states: Pick<TriggerStates, 'set'>;
  bases(): WebhookBases;
  clock: Clock;
  log: Log;
  /** The server stops. */
  signal: AbortSignal;
}): Telling => {
  const { db, calls, dispatcher, subjects, states, bases, clock, log, signal } = options;
  const storedSpecs = async (workflowId: number, node: string): Promise<WebhookSpec[]> => {
    const rows = await db
      .selectFrom('webhooks')
      .select('spec')
      .where('workflow_id', '=', workflowId)
      .where('node', '=', node)
      .execute();
    return rows.map(({ spec }) => JSON.parse(spec) as WebhookSpec);
  };

  const addresses = async (workflowId: number, node: string) =>
    addressesOf(await storedSpecs(workflowId, node), bases().production);

  const ask = async (
    kind: 'exists' | 'register' | 'unregister',
    registration: Registration,
    { subject, urls }: { subject: CallSubject; urls: Record<string, string> },
    staticData: JsonObject,
  ) => {
    const method = { kind, urls, isTest: registration.test !== null };
    const { value, staticData: changes = {} } = await calls.ask({ ...subject, staticData }, method, {
      signal,
    });
    return { value, changes, staticData: { ...staticData, ...changes } };
  };

  const keptOf = ({ node }: Registration, staticData: JsonObject): JsonObject =>
    partOf(staticData, nodeKey(node)) ?? {};

  /** @returns false where another process does it, or it is left to the leader */
  const claim = async (registration: Registration, waits: boolean, asked?: Asked): Promise<boolean> => {
    const begun = performance.now();
    for (;;) {
      const claimed = await claimRegistration(db, registration, clock.now(), asked);
      if (claimed !== 'busy') return claimed === 'claimed';
      if (!waits) {
        await leaveToLeader(db, registration, clock.now());
        return false;
      }
      if (performance.now() - begun > waiting.most)
        throw new NodeError('Another process of this instance is still telling the service of this node');
      await sleep(waiting.look, undefined, { signal });
    }
  };

  const tell = async (registration: Registration, asked: Asked, before: JsonObject): Promise<void> => {
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
    await saveRegistered(db, registration, { kept, changes: known.changes });
    if (registration.workflowId !== null) dispatcher.staticDataChanged(registration.workflowId);
    const shown = stateOf(registration);
    if (shown) await states.set(shown, null);
  };

  const register: Telling['register'] = async (registration, { waits, test }) => {
    const { workflowId, node } = registration;
    const subject = test?.subject ?? (await subjects.of(workflowId as number, node)).subject;
    const specs = test?.specs ?? (await storedSpecs(workflowId as number, node));
    const asked = { subject, urls: addressesOf(specs, test ? bases().test : bases().production) };
    // Its static data may be the whole of a workflow's, and is kept apart.
    const { staticData: before = {}, ...stored } = subject;
    if (!(await claim(registration, waits, { ...asked, subject: stored }))) return false;
    let isLeaving = false;
    try {
      await tell(registration, asked, before);
    } finally {
      isLeaving = await releaseRegistration(db, registration, clock.now());
    }
    return isLeaving;
  };

  const takeBack = async (registration: Registration, asked: Asked): Promise<void> => {
    const { node, workflowId, staticData: left } = registration;
    const { subject } = asked;
    const key = nodeKey(node);
    let staticData = { ...subject.staticData, ...(left && Object.fromEntries([[key, left]])) };
    // Interrupted: the node is to find what is there. What it does not take for its own, without its secret, is taken back all the same.
    if (!left) ({ staticData } = await ask('exists', registration, asked, staticData));
    const { changes } = await ask('unregister', registration, asked, staticData);
    const hasNewer = await removeRegistration(db, registration, { changes });
    if (workflowId !== null) dispatcher.staticDataChanged(workflowId);
    // Where a service has one address for each account, a test has taken that of the active workflow.
    const hasTaken = registration.test !== null && workflowId !== null;
    if (hasNewer || hasTaken) await lookAgain(db, registration, clock.now());
    const shown = stateOf(registration);
    if (shown && registration.failures > 0 && !hasNewer) await states.set(shown, null);
    if (registration.failures > 0) log.info({ workflowId, node }, 'What a trigger had registered is taken back');
  };

  const unregister: Telling['unregister'] = async (registration) => {
    const { subject, urls = {} } = registration;
    if (!subject || !(await claim(registration, false))) return;
    try {
      await takeBack(registration, { subject, urls });
    } finally {
      await releaseRegistration(db, registration, clock.now());
    }
  };

  return { register, unregister, addresses };
};
