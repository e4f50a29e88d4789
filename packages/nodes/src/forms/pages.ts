import type { FlowNode, NodeContext } from '@millrace/engine/node-api';

/** Forms of several pages: nodes of one workflow, which whoever fills them in sees one after another. */

/** Own names, and their aliases: workflows have either. */
export const formTriggerTypes = ['core.formTrigger', 'n8n-nodes-base.formTrigger'] as const;
export const formTypes = ['core.form', 'n8n-nodes-base.form'] as const;
const waitTypes = ['core.wait', 'n8n-nodes-base.wait'];

const isOneOf = (types: readonly string[], { type }: FlowNode): boolean => types.includes(type);

const isPage = (node: FlowNode): boolean =>
  isOneOf(formTypes, node) || (isOneOf(waitTypes, node) && node.parameters.resume === 'form');

/** Whether whoever sends this form is to be led on, to a page that comes after it. */
export const leadsToPages = (context: Pick<NodeContext, 'nodesAfter'>): boolean => context.nodesAfter().some(isPage);

/** The trigger that shows the first page. */
export const formTriggerOf = (context: Pick<NodeContext, 'nodesBefore'>): FlowNode | undefined =>
  context.nodesBefore().find((node) => isOneOf(formTriggerTypes, node));

/** Whether somebody may have been led here, who has sent a page before. */
export const hasPageBefore = (context: Pick<NodeContext, 'nodesBefore'>): boolean =>
  context.nodesBefore().some((node) => isOneOf(formTriggerTypes, node) || isPage(node));
