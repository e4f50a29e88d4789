import type { FlowNode, NodeContext } from '@millrace/engine/node-api';

/** Forms of several pages: nodes of one workflow, which whoever fills them in sees one after another. */

export const formTriggerType = 'core.formTrigger';
export const formType = 'core.form';

const isPage = ({ type, parameters }: FlowNode): boolean =>
  type === formType || (type === 'core.wait' && parameters.resume === 'form');

/** Whether whoever sends this form is to be led on, to a page that comes after it. */
export const leadsToPages = (context: Pick<NodeContext, 'nodesAfter'>): boolean => context.nodesAfter().some(isPage);

/** The trigger that shows the first page. */
export const formTriggerOf = (context: Pick<NodeContext, 'nodesBefore'>): FlowNode | undefined =>
  context.nodesBefore().find(({ type }) => type === formTriggerType);

/** Whether somebody may have been led here, who has sent a page before. */
export const hasPageBefore = (context: Pick<NodeContext, 'nodesBefore'>): boolean =>
  context.nodesBefore().some((node) => node.type === formTriggerType || isPage(node));
