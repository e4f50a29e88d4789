import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Resumption, WaitRequest, WebhookResponse } from '@millrace/engine/node-api';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../db/schema.ts';
import { endlessWait } from '../db/schema.ts';
import { openTestSqlite } from '../db/testing.ts';
import type { Dispatcher, EndedExecution } from '../executions/types.ts';
import { createBinaryStore } from '../platform/binary/index.ts';
import { toHttpFailure } from '../platform/errors.ts';
import { silentLog } from '../platform/log.ts';
import { createBodyParser } from '../triggers/webhooks/parsing/body-parser.ts';
import { createResumeAddresses, loadResumeKey } from './resume-addresses.ts';
import { registerWaits } from './routes.ts';
import { createWaitingRuns } from './waiting-run.ts';

/** A stored execution that waits, or is in another state. */
export const storeExecution = async (
  db: Kysely<Database>,
  about: { wait?: Partial<WaitRequest>; status?: string; waitCount?: number; waitTill?: number } = {},
): Promise<number> => {
  const user = await db.selectFrom('users').select('id').executeTakeFirst();
  const ownerId = user?.id ?? 'owner';
  if (!user) {
    const at = { created_at: 0, updated_at: 0 };
    await db
      .insertInto('users')
      .values({ id: ownerId, email: null, first_name: null, last_name: null, role: 'owner', ...at })
      .execute();
  }
  const version = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: null, name: 'Test', graph: '{}', digest: crypto.randomUUID(), created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const status = about.status ?? 'waiting';
  const wait = { till: null, ...about.wait, node: 'Wait', runIndex: 0 };
  const { id } = await db
    .insertInto('executions')
    .values({
      workflow_id: null,
      workflow_version_id: version.id,
      owner_id: ownerId,
      mode: 'webhook',
      status,
      started_at: 0,
      stopped_at: status === 'waiting' ? 0 : null,
      wait_till: status === 'waiting' ? (about.waitTill ?? wait.till ?? endlessWait) : null,
      retry_of: null,
      retry_success_id: null,
      start: '{}',
      error: null,
      last_node: null,
      process_id: null,
      origin: null,
      session_id: null,
      in_flight: null,
      wait: status === 'waiting' ? JSON.stringify(wait) : null,
      wait_count: about.waitCount ?? 0,
      resumption: null,
      progress: null,
      custom_data: null,
      idempotency_key: null,
      parent_id: null,
      parent_node: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Ends waits in the database alone, once each, and remembers what ended them. */
export const createResumedRuns = (
  db: Kysely<Database>,
  outcome: { response?: WebhookResponse; ended?: EndedExecution } = {},
) => {
  const resumed: { executionId: number; resumption: Resumption; options: unknown }[] = [];
  const resume: Dispatcher['resume'] = async (executionId, resumption, options) => {
    const { numUpdatedRows } = await db
      .updateTable('executions')
      .set(({ eb }) => ({ status: 'running', wait: null, wait_till: null, wait_count: eb('wait_count', '+', 1) }))
      .where('id', '=', executionId)
      .where('status', '=', 'waiting')
      .where('wait_count', '=', options?.waitCount ?? 0)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    const given = 'text' in resumption ? (resumption.text.parse() as Resumption) : resumption;
    resumed.push({ executionId, resumption: given, options });
    return {
      executionId,
      response: Promise.resolve(outcome.response),
      ended: Promise.resolve(outcome.ended ?? { status: 'success' }),
    };
  };
  return { resumed, resume };
};

/** The resume addresses over a real database, with runs that only remember what resumed them. */
export const serveWaits = async (outcome: { response?: WebhookResponse; ended?: EndedExecution } = {}) => {
  const { db } = await openTestSqlite();
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-waits-'));
  const binary = createBinaryStore({ storage: 'folder', folder });
  const base = () => 'https://hooks.example/';
  const addresses = createResumeAddresses({ key: await loadResumeKey(db), base });
  const dispatcher = createResumedRuns(db, outcome);
  const parser = createBodyParser({ log: silentLog });
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = toHttpFailure(error, false);
    return reply.code(status).headers(headers).send(body);
  });
  app.register(async (scope) =>
    registerWaits(scope, {
      waiting: createWaitingRuns(db, addresses),
      addresses,
      db,
      calls: { ask: () => Promise.reject(new Error('No node is asked here')) },
      dispatcher,
      versions: { ofVersion: () => Promise.reject(new Error('No version is known here')) },
      clock: { now: () => 5000 },
      address: base,
      binary,
      parser,
      authorize: async () => undefined,
      abandon: async () => {},
      log: silentLog,
    }),
  );
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    parser.close();
    await rm(folder, { recursive: true, force: true });
  });
  /** As a path of this app. */
  const local = (url: string) => url.replace(base(), '/');
  return {
    app,
    db,
    binary,
    resumed: dispatcher.resumed,
    store: (about: Parameters<typeof storeExecution>[1]) => storeExecution(db, about),
    webhook: (executionId: number, waitCount = 0) => local(addresses.resumeUrl(executionId, waitCount)),
    form: (executionId: number, waitCount = 0) => local(addresses.resumeFormUrl(executionId, waitCount)),
  };
};

/** A body of multipart/form-data. A value with a name is a file. */
export const multipart = (parts: [string, string | { name: string; type?: string; content: string }][]) => {
  const boundary = 'boundary-of-test';
  const payload = parts
    .map(([field, value]) =>
      typeof value === 'string'
        ? `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`
        : `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${value.name}"\r\nContent-Type: ${
            value.type ?? 'application/octet-stream'
          }\r\n\r\n${value.content}\r\n`,
    )
    .join('');
  return {
    payload: `${payload}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
