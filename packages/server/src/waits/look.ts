import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { StoredWait } from '../executions/types.ts';
import type { WaitingForm } from './waiting-run.ts';

/** Where an execution is, for whoever has sent a form of it. */
export type Progress =
  | { state: 'working'; isWaiting: boolean }
  | { state: 'page'; run: WaitingForm }
  | { state: 'done'; versionId: number }
  | { state: 'failed' }
  /** It is not kept. */
  | { state: 'gone' };

/** How long a look is held while there is nothing new to see, how often it is taken, and how many are held at once. In milliseconds. */
export const patience = { page: 1500, state: 20_000, pause: 150, looks: 500 };

let held = 0;

const look = async (db: Kysely<Database>, executionId: number): Promise<Progress> => {
  const row = await db
    .selectFrom('executions')
    .select(['status', 'mode', 'wait', 'wait_count', 'workflow_version_id', 'owner_id'])
    .where('id', '=', executionId)
    .executeTakeFirst();
  if (!row) return { state: 'gone' };
  const status = row.status as ExecutionStatus;
  if (status === 'success') return { state: 'done', versionId: row.workflow_version_id };
  if (status === 'queued' || status === 'running') return { state: 'working', isWaiting: false };
  if (status !== 'waiting' || row.wait === null) return { state: 'failed' };
  const wait = JSON.parse(row.wait) as StoredWait;
  if (!wait.form?.isPage) return { state: 'working', isWaiting: true };
  const run = {
    executionId,
    waitCount: row.wait_count,
    mode: row.mode as ExecutionMode,
    wait,
    versionId: row.workflow_version_id,
    ranBy: row.owner_id,
    form: wait.form,
  };
  return { state: 'page', run };
};

/** While there is nothing to see but that it works, for so many milliseconds. */
export const lookFor = async (
  db: Kysely<Database>,
  { raw }: FastifyReply,
  executionId: number,
  milliseconds: number,
): Promise<Progress> => {
  let progress = await look(db, executionId);
  if (progress.state !== 'working' || held >= patience.looks) return progress;
  held++;
  try {
    const giveUpAt = performance.now() + milliseconds;
    while (progress.state === 'working' && performance.now() < giveUpAt && !raw.destroyed) {
      await pause(patience.pause);
      progress = await look(db, executionId);
    }
  } finally {
    held--;
  }
  return progress;
};
