import { limits } from '@millrace/contract';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { holdLock } from '../../db/transaction-lock.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Dispatcher, EnqueuedExecution, RunnableVersion } from '../../executions/types.ts';
import type { CallSubject } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Push, UserTab } from '../../push/push.ts';
import type { Registrations } from '../registrations/registrations.ts';
import { startBy } from '../run-starts.ts';
import { createHook, type Hook, type HookSource, hookOwner, lastNodeAnswerOf } from './hook.ts';
import { type Receiving, receiveCall } from './receive.ts';
import { createWebhookRouter, normalisePath, overlap, placesOf, routeOf, segmentsOf } from './router.ts';

/**
 * Webhooks that an open editor waits for: rows of the database, so that the call may reach any process. The first call takes all of its workflow
 * away and starts the run; without one they go after two minutes.
 */
export interface TestWebhooks {
  source: HookSource;
  /** Replaces what the workflow waited for. @throws AppError webhookConflict; activationFailed where the service cannot be told */
  wait(waiting: WaitingEditor): Promise<void>;
  /** The editor is told, unless nothing waited. */
  cancel(workflow: string): Promise<void>;
  close(): void;
}

export interface WaitingEditor {
  /** Id of the workflow, or the editor's session while it has none. */
  workflow: string;
  specs: readonly WebhookSpec[];
  run: TestRun;
  sessionId: string | undefined;
  /** The service is told where to call, and that it is over at the end. */
  registration?: { workflowId: number | null; subject: CallSubject };
}

/** The run by hand that a call starts. */
export interface TestRun {
  versionId: number;
  workflowId: number | null;
  /** Whoever waits for the call. */
  ranBy: string;
  /** Name of the node that is called. */
  node: string;
  destinationNode?: string;
  /** Code of the node judges the calls: the first that it accepts is the one. */
  receives?: boolean;
}

/** What editors know it by: the workflow, or their session while it has no id. */
export const shownKey = (key: string, { sessionId, workflowId }: UserTab): string =>
  workflowId === null ? sessionId : key;

export const createTestWebhooks = (options: {
  db: Kysely<Database>;
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofVersion(versionId: number): Promise<RunnableVersion> };
  push: Pick<Push, 'send'>;
  log: Log;
  registrations: Pick<Registrations, 'registerTest' | 'testStaticData' | 'endTest'>;
  receiving: Receiving;
  /** Why no test call is taken, in a showcase. */
  refusal?: AppError;
}): TestWebhooks => {
  const { db, clock, dispatcher, versions, push, log, registrations, receiving } = options;
  const timers = new Map<string, NodeJS.Timeout>();

  const conflict = (method: string, path: string): AppError =>
    new AppError(
      'webhookConflict',
      `Another editor waits for a test call on ${method} ${segmentsOf(path).join('/')} already.`,
      { hint: 'Stop the other one, or wait two minutes.' },
    );

  /** Of other people: a fixed path would draw to itself what a parameter of theirs would take. @throws AppError webhookConflict */
  const refuseOverlaps = async (transaction: Kysely<Database>, specs: readonly WebhookSpec[], ranBy: string) => {
    const rows = await transaction.selectFrom('test_webhooks').select(['method', 'path', 'run']).execute();
    const others = rows.filter(({ run }) => (JSON.parse(run) as TestRun).ranBy !== ranBy);
    for (const spec of specs)
      if (others.some(({ method, path }) => method === routeOf(spec) && overlap(path, normalisePath(spec.path))))
        throw conflict(routeOf(spec), spec.path);
  };

  /**
   * @param expiresAt of the ones that are meant: others may have taken their place, also through another process
   * @returns undefined if they were gone already
   */
  const takeAway = async (
    workflow: string,
    expiresAt: number | undefined,
  ): Promise<{ tab: UserTab | undefined } | undefined> => {
    let query = db.deleteFrom('test_webhooks').where('workflow', '=', workflow);
    if (expiresAt !== undefined) query = query.where('expires_at', '=', expiresAt);
    const [taken] = await query.returning(['session_id', 'run']).execute();
    if (!taken) return undefined;
    clearTimeout(timers.get(workflow));
    timers.delete(workflow);
    // The caller is not kept waiting for it.
    void registrations.endTest(workflow);
    const { ranBy: userId, workflowId } = JSON.parse(taken.run) as TestRun;
    return { tab: taken.session_id === null ? undefined : { sessionId: taken.session_id, userId, workflowId } };
  };

  const cancel = async (workflow: string, expiresAt?: number): Promise<void> => {
    const taken = await takeAway(workflow, expiresAt);
    if (taken?.tab)
      push.send(taken.tab, { type: 'testWebhookDeleted', data: { workflowId: shownKey(workflow, taken.tab) } });
  };

  const endInTime = (workflow: string, expiresAt: number): void => {
    clearTimeout(timers.get(workflow));
    const timer = setTimeout(() => {
      cancel(workflow, expiresAt).catch((error: unknown) =>
        log.warn({ err: error }, 'A test webhook could not be taken away'),
      );
    }, limits.testWebhookLifetime);
    timers.set(workflow, timer.unref());
  };

  const hookOf = (row: { workflow: string; spec: string; run: string; expires_at: number }): Hook => {
    const spec = JSON.parse(row.spec) as WebhookSpec;
    const { versionId, workflowId, ranBy, node, destinationNode, receives } = JSON.parse(row.run) as TestRun;
    const version = () => versions.ofVersion(versionId);
    /** @throws AppError notFound */
    const take = async () => {
      const taken = await takeAway(row.workflow, row.expires_at);
      if (!taken) throw new AppError('notFound', 'Another call has come before this one.', { hint });
      return {
        version: await version(),
        ranBy,
        mode: 'manual' as const,
        destinationNode,
        sessionId: taken.tab?.sessionId,
      };
    };
    const tell = (sessionId: string | undefined, { executionId }: EnqueuedExecution): void => {
      if (sessionId === undefined) return;
      const tab = { sessionId, userId: ranBy, workflowId };
      const data = { workflowId: shownKey(row.workflow, tab), executionId: String(executionId) };
      push.send(tab, { type: 'testWebhookReceived', data });
    };
    const start: Hook['start'] = async (payload, executionId) => {
      const run = await take();
      const started = await dispatcher.enqueue({
        ...run,
        executionId,
        start: startBy(node, payload),
        lastNodeAnswer: lastNodeAnswerOf(spec),
        waitForAnswer: true,
      });
      tell(run.sessionId, started);
      return started;
    };
    const receive: Hook['receive'] = async (call, files) => {
      const workflow = (await version()).workflow as CallSubject['workflow'];
      const staticData = await registrations.testStaticData(row.workflow);
      let run: Awaited<ReturnType<typeof take>> | undefined;
      const asked = {
        subject: { workflow, node, ranBy, staticData },
        spec,
        isTest: true,
        run: async () => (run = await take()),
        keep: async () => {},
        step: () => undefined,
      };
      const outcome = await receiveCall(receiving, asked, call, files);
      if (outcome.run) tell(run?.sessionId, outcome.run);
      return outcome;
    };
    return createHook(spec, start, receives ? receive : undefined, async () => hookOwner(await version(), node, ranBy));
  };

  /** Those that may answer on a path. */
  const routerFor = async (path: string) => {
    const router = createWebhookRouter<Hook>();
    const places = placesOf(path);
    const rows =
      places.length === 0
        ? []
        : await db
            .selectFrom('test_webhooks')
            .select(['workflow', 'method', 'spec', 'run', 'expires_at'])
            .where('path', 'in', places)
            .where('expires_at', '>', clock.now())
            .execute();
    for (const row of rows) {
      const hook = hookOf(row);
      router.add(row.method, hook.spec.path, hook);
    }
    return router;
  };

  return {
    source: {
      async find(method, path) {
        if (options.refusal) throw options.refusal;
        return (await routerFor(path)).find(method, path);
      },
      methods: async (path) => (await routerFor(path)).methods(path),
      hint,
    },

    async wait({ workflow, specs, run, sessionId, registration }) {
      const now = clock.now();
      const expiresAt = now + limits.testWebhookLifetime;
      await db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('test_webhooks')
          .where(({ or, eb }) => or([eb('workflow', '=', workflow), eb('expires_at', '<=', now)]))
          .execute();
        await holdLock(transaction, 'testWebhooks');
        await refuseOverlaps(transaction, specs, run.ranBy);
        for (const spec of specs)
          await transaction
            .insertInto('test_webhooks')
            .values({
              workflow,
              method: routeOf(spec),
              path: normalisePath(spec.path),
              spec: JSON.stringify(spec),
              run: JSON.stringify(run),
              session_id: sessionId ?? null,
              expires_at: expiresAt,
            })
            .execute()
            .catch((error: unknown) => {
              throw isUniqueViolation(error) ? conflict(routeOf(spec), spec.path) : error;
            });
      });
      endInTime(workflow, expiresAt);
      if (!registration) return;
      // The service may call while it is told.
      await registrations.registerTest({ test: workflow, specs, ...registration }).catch(async (error: unknown) => {
        await takeAway(workflow, expiresAt);
        throw error;
      });
    },

    cancel: (workflow) => cancel(workflow),

    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};

const hint =
  'Click "Run workflow" in the editor, then call again: a test webhook answers one call, within two minutes.';
