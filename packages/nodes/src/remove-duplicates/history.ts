import { createHash } from 'node:crypto';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';

/**
 * What earlier executions had. It is static data, so it is stored in one transaction with the end of the execution that has changed it: one that is lost on
 * the way goes on with the history that it began with, and so neither loses an item nor takes one twice.
 */
export interface History {
  /** Hashes of values, the oldest first. */
  values: string[];
  /** Largest number. */
  number?: number;
  /** Latest date, ISO in UTC. */
  date?: string;
}

const key = 'removeDuplicates';

const isHistory = (value: unknown): value is History =>
  typeof value === 'object' && value !== null && Array.isArray((value as History).values);

/** Changes to it are kept. @param scope the node's own, or one for all such nodes of the workflow */
export const openHistory = (context: Pick<ExecuteContext, 'staticData'>, scope: string): History => {
  if (scope !== 'node' && scope !== 'workflow') {
    throw new NodeError(`"${scope}" is not a scope`, { description: 'It is node or workflow.' });
  }
  const data = context.staticData(scope === 'node' ? 'node' : 'global');
  if (!isHistory(data[key])) data[key] = { values: [] };
  return data[key] as History;
};

export const clearHistory = (context: Pick<ExecuteContext, 'staticData'>, scope: string): void => {
  const history = openHistory(context, scope);
  history.values = [];
  delete history.number;
  delete history.date;
};

/** 96 bits of it are enough to tell a million values apart. */
const hash = (value: string): string => createHash('sha256').update(value).digest('base64url').slice(0, 16);

/** Which of the values are new; all are in the history then, which keeps the newest. */
export const rememberValues = (history: History, values: readonly string[], size: number): boolean[] => {
  const known = new Set(history.values);
  const hashes = values.map(hash);
  const isNew = hashes.map((one) => !known.has(one));
  const all = [...known, ...new Set(hashes.filter((_, index) => isNew[index]))];
  history.values = all.slice(-Math.max(1, Math.floor(size)));
  return isNew;
};
