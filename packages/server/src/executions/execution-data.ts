import { stringify } from 'flatted';
import { JsonText, member, withMembers } from '../platform/json-text.ts';
import type { StoredExecution } from './store.ts';

/** JSON of node name → its runs in order, from the texts of the rows. */
const runDataText = (nodes: StoredExecution['nodes']): string => {
  const runs = new Map<string, string[]>();
  for (const { node, task, data } of nodes) {
    const text = data === null ? task : withMembers(task, [member('data', data)]);
    const known = runs.get(node);
    if (known) known.push(text);
    else runs.set(node, [text]);
  }
  return `{${[...runs].map(([node, tasks]) => member(node, `[${tasks.join(',')}]`)).join(',')}}`;
};

interface StoredStart {
  start?: { startNodes?: string[] };
  destinationNode?: string;
}

/** JSON of ExecutionData. */
const dataText = ({ start, error, lastNode, nodes }: StoredExecution): string => {
  const { start: begin, destinationNode } = JSON.parse(start) as StoredStart;
  const startData = JSON.stringify({ startNodes: begin?.startNodes, destinationNode });
  const resultData = withMembers(`{${member('runData', runDataText(nodes))}}`, [
    ...(lastNode === null ? [] : [member('lastNodeExecuted', JSON.stringify(lastNode))]),
    ...(error === null ? [] : [member('error', error)]),
  ]);
  return `{${member('startData', startData)},${member('resultData', resultData)}}`;
};

/**
 * An execution as the API gives it.
 *
 * @param flatted gives `data` in the text form of older clients: one flat list in which values are named by their index
 */
export const toExecutionText = (stored: StoredExecution, flatted: boolean): JsonText => {
  const { summary, graph } = stored;
  const data = dataText(stored);
  const about = [
    ...(summary.workflowId === null ? [] : [member('id', JSON.stringify(summary.workflowId))]),
    member('name', JSON.stringify(summary.workflowName)),
  ];
  return new JsonText(
    withMembers(JSON.stringify(summary), [
      member('workflowData', withMembers(graph, about)),
      member('data', flatted ? JSON.stringify(stringify(JSON.parse(data))) : data),
    ]),
  );
};
