import type { AwaitedCall, DocumentNode, WorkflowDocument } from '../workflow/types.ts';

const types: ReadonlySet<string> = new Set([
  'core.chatTrigger',
  '@n8n/n8n-nodes-langchain.chatTrigger',
  'core.manualChatTrigger',
  '@n8n/n8n-nodes-langchain.manualChatTrigger',
]);

/** Its address, where it has a page of its own, is for people. */
export const isChatTrigger = ({ data }: DocumentNode): boolean => types.has(data.type);

const known = new WeakMap<WorkflowDocument['nodes'], DocumentNode | null>();

/** The enabled node that a chat with the workflow begins at. */
export const chatTriggerOf = ({ nodes }: WorkflowDocument): DocumentNode | null => {
  const before = known.get(nodes);
  if (before !== undefined) return before;
  const found = Object.values(nodes).find((node) => isChatTrigger(node) && !node.data.disabled) ?? null;
  known.set(nodes, found);
  return found;
};

/** Whether a run waits for a message of a chat by it. */
export const isChatCall = ({ method, address }: AwaitedCall): boolean => method === 'POST' && address.endsWith('/chat');

/** Whether files may be sent: as the input for files takes it, or undefined. */
export const acceptedFiles = ({ data }: DocumentNode): string | undefined => {
  const { options } = (data.parameters ?? {}) as { options?: Record<string, unknown> };
  if (options?.allowFileUploads !== true) return undefined;
  const types = options.allowedFilesMimeTypes;
  return typeof types === 'string' && !/^\s*(\*|\*\/\*)?\s*$/.test(types) ? types : '';
};
