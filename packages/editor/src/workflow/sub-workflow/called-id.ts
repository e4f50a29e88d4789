import { isObject, type WorkflowNode } from '@millrace/contract';

const callTypes = ['core.executeWorkflow', 'n8n-nodes-base.executeWorkflow'];

/** Id of the stored workflow that a node calls; undefined if it calls none, or one that an expression names. */
export const calledId = ({ type, parameters = {} }: WorkflowNode): string | undefined => {
  const { source = 'database', workflowId } = parameters;
  if (!callTypes.includes(type) || source !== 'database') return undefined;
  const id = isObject(workflowId) ? workflowId.value : workflowId;
  return typeof id === 'string' && id !== '' && !id.startsWith('=') ? id : undefined;
};
