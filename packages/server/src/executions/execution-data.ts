import type { Execution, ExecutionData, ExecutionError, RunData, TaskData, WorkflowGraph } from '@millrace/contract';
import { stringify } from 'flatted';
import type { StoredExecution } from './store.ts';

/** Runs of each node in order. Node names are data, so the object has no prototype. */
const runDataOf = (nodes: StoredExecution['nodes']): RunData => {
  const runData: RunData = Object.create(null);
  for (const { node, task, data } of nodes) {
    const result = JSON.parse(task) as TaskData;
    if (data !== null) result.data = JSON.parse(data);
    const runs = runData[node] ?? [];
    runs.push(result);
    runData[node] = runs;
  }
  return runData;
};

interface StoredStart {
  start?: { startNodes?: string[] };
  destinationNode?: string;
}

const dataOf = ({ start, error, lastNode, nodes }: StoredExecution): ExecutionData => {
  const { start: begin, destinationNode } = JSON.parse(start) as StoredStart;
  return {
    startData: {
      ...(begin?.startNodes ? { startNodes: begin.startNodes } : {}),
      ...(destinationNode === undefined ? {} : { destinationNode }),
    },
    resultData: {
      runData: runDataOf(nodes),
      ...(lastNode === null ? {} : { lastNodeExecuted: lastNode }),
      ...(error === null ? {} : { error: JSON.parse(error) as ExecutionError }),
    },
  };
};

/** An execution as the API gives it. */
export const toExecution = (stored: StoredExecution): Execution => {
  const { summary } = stored;
  const graph = JSON.parse(stored.graph) as WorkflowGraph;
  return {
    ...summary,
    workflowData: {
      ...(summary.workflowId === null ? {} : { id: summary.workflowId }),
      name: summary.workflowName,
      ...graph,
    },
    data: dataOf(stored),
  };
};

/** The same with `data` in the text form of older clients: one flat list in which values are named by their index. */
export const withFlattedData = (execution: Execution): Execution =>
  ({ ...execution, data: stringify(execution.data) }) as unknown as Execution;
