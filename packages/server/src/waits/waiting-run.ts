import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { FormSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { StoredWait } from '../executions/types.ts';
import { AppError } from '../platform/errors.ts';
import type { ResumeAddresses } from './resume-addresses.ts';

/** The wait that an address stands for. */
export interface WaitingRun {
  executionId: number;
  waitCount: number;
  mode: ExecutionMode;
  wait: StoredWait;
  versionId: number;
  /** Empty: nobody has run it by hand. */
  ranBy: string;
}

export interface WaitingRuns {
  /**
   * The address may be called before its run has come so far: whoever is told of it answers at once. Such a call is held for a while.
   *
   * @param parts of the path: execution id and token
   * @throws AppError resumeAddressUnknown: the same for what never was and for what was guessed; waitOver; notWaitingYet
   */
  find(executionId: string, token: string): Promise<WaitingRun>;
}

/** @returns undefined: it is none of an execution */
export const readExecutionId = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

/** How long a call is held that comes too early, how often it looks, and how many of them are held at once. */
const patience = { milliseconds: 10_000, pause: 100, calls: 500 };

export const createWaitingRuns = (db: Kysely<Database>, addresses: Pick<ResumeAddresses, 'verify'>): WaitingRuns => {
  let held = 0;

  const read = (executionId: number) =>
    db
      .selectFrom('executions')
      .select(['status', 'mode', 'wait', 'wait_count', 'workflow_version_id', 'owner_id'])
      .where('id', '=', executionId)
      .executeTakeFirst();

  const isEarly = (row: { status: string; wait_count: number }, waitCount: number): boolean => {
    const status = row.status as ExecutionStatus;
    return row.wait_count === waitCount && (status === 'queued' || status === 'running');
  };

  return {
    async find(id, token) {
      const executionId = readExecutionId(id);
      const waitCount = executionId === undefined ? undefined : addresses.verify(executionId, token);
      if (executionId === undefined || waitCount === undefined) throw unknownAddress();
      let row = await read(executionId);
      if (row && isEarly(row, waitCount) && held < patience.calls) {
        held++;
        try {
          const giveUpAt = performance.now() + patience.milliseconds;
          while (row && isEarly(row, waitCount) && performance.now() < giveUpAt) {
            await pause(patience.pause);
            row = await read(executionId);
          }
        } finally {
          held--;
        }
      }
      if (row?.status === 'waiting' && row.wait_count === waitCount && row.wait !== null) {
        return {
          executionId,
          waitCount,
          mode: row.mode as ExecutionMode,
          wait: JSON.parse(row.wait) as StoredWait,
          versionId: row.workflow_version_id,
          ranBy: row.owner_id,
        };
      }
      throw row && isEarly(row, waitCount) ? notYet() : over();
    },
  };
};

/** Also for what is signed by us but does not fit the wait, such as a form's address where a call is waited for. */
export const unknownAddress = (): AppError =>
  new AppError('resumeAddressUnknown', 'Nothing waits at this address.', {
    hint: 'Check that the whole of it was copied.',
  });

export const over = (): AppError =>
  new AppError('waitOver', 'This address was used already, or what waited here is over.', {
    hint: 'Each address works once.',
  });

const notYet = (): AppError =>
  new AppError('notWaitingYet', 'The workflow has not come to its wait yet. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });

/** A form that a run waits for. Only sending it ends the wait: whoever merely looks, such as the preview of a chat, changes nothing. */
export interface WaitingForm extends WaitingRun {
  form: FormSpec;
}
