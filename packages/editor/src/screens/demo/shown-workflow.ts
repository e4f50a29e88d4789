import { type FormatWorkflow, fromFormat } from '@millrace/contract';
import { checkWorkflow } from '../../workflow/parse-workflow.ts';
import type { WorkflowDocument } from '../../workflow/types.ts';

type Pins = NonNullable<FormatWorkflow['pinData']>;

/** Pinned items without their files: an id would be one of a file of this instance. */
const withoutFiles = (pins: Pins): Pins =>
  Object.fromEntries(Object.entries(pins).map(([node, items]) => [node, items.map(({ json }) => ({ json }))]));

/** The document of a workflow that another page has given. @throws NotAWorkflowError */
export const shownWorkflow = (value: unknown): WorkflowDocument => {
  const workflow = checkWorkflow(value).workflow as FormatWorkflow;
  return fromFormat(workflow.pinData ? { ...workflow, pinData: withoutFiles(workflow.pinData) } : workflow);
};
