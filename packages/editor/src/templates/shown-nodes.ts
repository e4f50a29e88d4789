import type { TemplateNode } from '@millrace/contract';

/** So many nodes of a template or a collection are shown where there is one more at most; of more, the last place says how many. */
export const nodeListLimit = 4;

export const shownNodes = (
  nodes: readonly TemplateNode[],
): { shown: readonly TemplateNode[]; rest: readonly TemplateNode[] } => {
  const count = nodes.length > nodeListLimit + 1 ? nodeListLimit : nodes.length;
  return { shown: nodes.slice(0, count), rest: nodes.slice(count) };
};
