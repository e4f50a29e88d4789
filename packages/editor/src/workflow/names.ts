import type { WorkflowDocument } from './types.ts';

export const nodeNames = (document: WorkflowDocument): Set<string> =>
  new Set(Object.values(document.nodes).map((node) => node.data.name));
