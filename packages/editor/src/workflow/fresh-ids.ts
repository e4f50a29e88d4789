import { type FormatWorkflow, isObject, type JsonObject, nodeKeys } from '@millrace/contract';

/** Nodes that a group holds are known to it by their keys. */
const withKeys = (groups: JsonObject, fresh: ReadonlyMap<unknown, string>): JsonObject =>
  Object.fromEntries(
    Object.entries(groups).map(([id, group]) => [
      id,
      isObject(group) && Array.isArray(group.nodes)
        ? { ...group, nodes: group.nodes.map((key) => fresh.get(key) ?? key) }
        : group,
    ]),
  );

/** The same workflow with other ids of its nodes and webhooks: others may have been made of the same file. */
export const withFreshIds = (workflow: FormatWorkflow): FormatWorkflow => {
  const fresh = new Map<unknown, string>(nodeKeys(workflow.nodes).map((key) => [key, crypto.randomUUID()]));
  const ids = [...fresh.values()];
  const { meta } = workflow;
  return {
    ...workflow,
    nodes: workflow.nodes.map((node, place) => ({
      ...node,
      id: ids[place]!,
      ...(node.webhookId !== undefined && { webhookId: crypto.randomUUID() }),
    })),
    ...(isObject(meta) && isObject(meta.groups) && { meta: { ...meta, groups: withKeys(meta.groups, fresh) } }),
  };
};
