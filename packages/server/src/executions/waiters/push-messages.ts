import type { ExecutionMode, ExecutionStatus, PushMessage } from '@millrace/contract';
import type { ExecutionMessage } from '../workers/protocol.ts';

/**
 * Push messages of a watched execution, as text: what the worker wrote as JSON is put in as it stands.
 */

const json = (message: PushMessage): string => JSON.stringify(message);

export const nodeStartedMessage = (executionId: number, nodeName: string): string =>
  json({ type: 'nodeExecuteBefore', data: { executionId: String(executionId), nodeName } });

/** The members of `json`, an object's text, and further ones. */
const withMembers = (object: string, ...members: string[]): string =>
  object === '{}' ? `{${members.join(',')}}` : `${object.slice(0, -1)},${members.join(',')}}`;

/** A result that is too large to be shown at once is told by its item counts, and read from the execution. */
export const nodeFinishedMessage = ({
  executionId,
  node,
  task,
  data,
  outputs,
}: Omit<Extract<ExecutionMessage, { type: 'nodeFinished' }>, 'type'>): string => {
  let shown = task;
  if (data !== null) shown = withMembers(task, `"data":${data}`);
  else if (outputs !== null) shown = withMembers(task, `"stored":{"outputs":${outputs}}`);
  return `{"type":"nodeExecuteAfter","data":{"executionId":"${executionId}","nodeName":${JSON.stringify(node)},"data":${shown}}}`;
};

export const logMessage = (node: string, values: string): string =>
  `{"type":"sendConsoleMessage","data":{"source":${JSON.stringify(`Node: "${node}"`)},"messages":${values}}}`;

export interface FinishedMessage {
  executionId: number;
  mode: ExecutionMode;
  status: ExecutionStatus;
  /** Epoch milliseconds. */
  startedAt: number;
  stoppedAt: number;
  /** When it waits: until when. */
  waitTill?: number;
  lastNode: string | null;
  /** JSON of an ExecutionError. */
  error: string | null;
  retryOf: number | null;
}

export const finishedMessage = (end: FinishedMessage): string => {
  const result = ['"runData":{}'];
  if (end.lastNode !== null) result.push(`"lastNodeExecuted":${JSON.stringify(end.lastNode)}`);
  if (end.error !== null) result.push(`"error":${end.error}`);
  const about = JSON.stringify({
    mode: end.mode,
    status: end.status,
    startedAt: new Date(end.startedAt).toISOString(),
    stoppedAt: new Date(end.stoppedAt).toISOString(),
    // Present on success only: clients test for the key.
    finished: end.status === 'success' ? true : undefined,
    waitTill: end.waitTill === undefined ? undefined : new Date(end.waitTill).toISOString(),
  });
  const run = withMembers(about, `"data":{"startData":{},"resultData":{${result.join(',')}}}`);
  const retryOf = end.retryOf === null ? '' : `,"retryOf":"${end.retryOf}"`;
  return `{"type":"executionFinished","data":{"executionId":"${end.executionId}"${retryOf},"data":${run}}}`;
};
