import type { WorkflowSettings } from '@millrace/contract';
import { type FormatWorkflow, fromFormat } from '../format.ts';
import type { Command } from '../types.ts';

export const setWorkflowName =
  (name: string): Command =>
  (draft) => {
    draft.name = name;
  };

export const setWorkflowSettings =
  (settings: WorkflowSettings): Command =>
  (draft) => {
    draft.settings = settings;
  };

/** Puts a workflow in the public format in place of all that is there; the name stays if it brings none. */
export const importWorkflow =
  (workflow: FormatWorkflow): Command =>
  (draft) => {
    const imported = fromFormat(workflow);
    Object.assign(draft, { ...imported, name: imported.name || draft.name, tags: draft.tags });
  };
