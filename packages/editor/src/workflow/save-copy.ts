import { type JsonObject, limits, type WorkflowDocument, type WorkflowNode } from '@millrace/contract';
import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { tellError } from './notices.ts';
import { formatOf, listsChanged } from './save.ts';

/** A path that someone has written is taken by the original, which could not be active together with its copy. */
const withOwnAddress = (node: WorkflowNode): WorkflowNode => {
  if (node.webhookId === undefined) return node;
  const webhookId = crypto.randomUUID();
  const { path, options } = node.parameters as { path?: unknown; options?: { path?: unknown } };
  const isWritten = (text: unknown) => typeof text === 'string' && text !== '';
  const parameters = {
    ...node.parameters,
    ...(isWritten(path) && { path: webhookId }),
    ...(isWritten(options?.path) && { options: { ...options, path: webhookId } as JsonObject }),
  };
  return { ...node, webhookId, parameters };
};

/** Stores the document as a new, inactive workflow whose webhooks have addresses of their own; gives its id. */
export const saveCopy = async (document: WorkflowDocument, name: string): Promise<string | undefined> => {
  const body = formatOf(document);
  const nodes = body.nodes.map(withOwnAddress);
  try {
    const { id } = await client.workflows.create({ body: { ...body, nodes, name, active: false } });
    listsChanged();
    return id;
  } catch (error) {
    tellError(t('workflow.duplicate.failed'), describeError(error));
    return undefined;
  }
};

/** The name of a copy; a name that has no room for the ending stays as it is. */
export const copyName = (name: string): string => {
  const copy = `${name}${limits.duplicateSuffix}`;
  return copy.length > limits.workflowNameMaxLength ? name : copy;
};
