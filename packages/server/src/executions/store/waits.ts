import { objectText } from '../../platform/json-text.ts';
import { splitStart, startText } from '../stored-start.ts';
import type { GivenResumption, LastNodeAnswer, StoredResumption, StoredWait } from '../types.ts';
import type { Suspension, WriteOf } from './writes.ts';

/** How waits end, and what rows keep of it. */

export interface Suspended extends Suspension {
  /** JSON of a StoredResumption: what it waits for has happened already. */
  early: string | undefined;
}

export interface Resumed {
  executionId: number;
  processId: string | null;
  /** JSON of a StoredResumption. */
  resumption: string;
  /** JSON of StoredStart. */
  start: string;
  origin: string | undefined;
}

/** Of a row that waits. */
export interface WaitingRow {
  id: number;
  /** JSON of a StoredWait. */
  wait: string;
  wait_count: number;
  /** JSON of StoredStart. */
  start: string;
}

/** Whether a waiting row waits for this. */
const endsWait = (
  wait: StoredWait,
  waitCount: number,
  { resumption, waitCount: meant }: WriteOf<'resume'>,
): boolean => {
  if (meant !== undefined && meant !== waitCount) return false;
  switch (resumption.kind) {
    case 'time':
      return wait.till !== null;
    case 'webhook':
      return wait.webhook !== undefined;
    case 'form':
      return wait.form !== undefined;
    case 'execution':
      return wait.executionId !== undefined && wait.executionId === resumption.result.executionId;
  }
};

/** JSON of a StoredResumption. */
const resumptionText = ({ memo }: StoredWait, resumption: GivenResumption): string =>
  'text' in resumption
    ? objectText({ memo }, { resumption: resumption.text }).text
    : objectText({ resumption, memo }).text;

const withLastNodeAnswer = (text: string, lastNodeAnswer: LastNodeAnswer): string => {
  const { head, start } = splitStart(text);
  return startText(start, { ...head, lastNodeAnswer });
};

/** @returns undefined where the row does not wait for this */
export const resumedBy = (row: WaitingRow, write: WriteOf<'resume'>): Resumed | undefined => {
  const wait = JSON.parse(row.wait) as StoredWait;
  if (!endsWait(wait, row.wait_count, write)) return undefined;
  const { executionId, processId, lastNodeAnswer, origin, resumption } = write;
  const start = lastNodeAnswer ? withLastNodeAnswer(row.start, lastNodeAnswer) : row.start;
  return { executionId, processId, resumption: resumptionText(wait, resumption), start, origin };
};

/**
 * What it waits for may have happened before the row says that it waits: the end of the execution that it waits for.
 *
 * @param resumption JSON of a StoredResumption, of the running row
 */
export const suspendedWith = (resumption: string | null, write: Suspension): Suspended => {
  const { wait } = write;
  if (resumption === null || wait.executionId === undefined) return { ...write, early: undefined };
  const { resumption: found } = JSON.parse(resumption) as StoredResumption;
  const isMeant = found.kind === 'execution' && found.result.executionId === wait.executionId;
  return { ...write, early: isMeant ? resumptionText(wait, found) : undefined };
};
