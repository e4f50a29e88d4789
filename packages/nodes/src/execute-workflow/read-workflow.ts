import { isObject, type WorkflowGraph } from '@millrace/contract/data';
import { type ExecuteContext, NodeError, type WorkflowCall } from '@millrace/engine/node-api';
import type { executeWorkflowParameters } from './parameters.ts';

type Context = ExecuteContext<typeof executeWorkflowParameters>;

const fetchTimeout = 30_000;

/** Which workflow an item calls. @throws NodeError */
export const readWorkflow = async (context: Context, itemIndex: number): Promise<WorkflowCall['workflow']> => {
  const source = context.parameter('source', itemIndex);
  switch (source) {
    case 'database':
      return { id: readId(context.parameter('workflowId', itemIndex)) };
    case 'parameter':
      return { graph: readGraph(context.parameter('workflowJson', itemIndex)) };
    case 'url':
      return { graph: readGraph(await download(context, context.parameter('workflowUrl', itemIndex))) };
    case 'localFile':
      throw new NodeError('Workflows cannot be read from files of the server', {
        description: 'Import the workflow, and call it by its id.',
      });
    default:
      throw new NodeError(`A workflow cannot come from "${String(source)}"`);
  }
};

const readId = (parameter: unknown): string => {
  const value = isObject(parameter) ? parameter.value : parameter;
  const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (id === '') throw new NodeError('There is no workflow to call', { description: 'Fill in its id.' });
  return id;
};

const download = async (context: Context, url: string): Promise<string> => {
  const answer = await context.http({ method: 'GET', url, timeout: fetchTimeout });
  if (answer.status >= 200 && answer.status < 300) return answer.text();
  throw new NodeError(`${url} answered with ${answer.status} and gave no workflow`, {
    httpCode: String(answer.status),
  });
};

const readGraph = (json: unknown): WorkflowGraph & { name: string } => {
  let value = json;
  if (typeof json === 'string') {
    try {
      value = JSON.parse(json);
    } catch (cause) {
      throw new NodeError('The workflow is not valid JSON', { cause });
    }
  }
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(value.connections ?? {})) {
    throw new NodeError('The JSON is no workflow', { description: 'A workflow has a list of nodes, and connections.' });
  }
  const name = typeof value.name === 'string' && value.name !== '' ? value.name : 'Sub-workflow';
  return { connections: {}, ...value, name } as unknown as WorkflowGraph & { name: string };
};
