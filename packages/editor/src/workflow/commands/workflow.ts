import { type FormatWorkflow, fromFormat, type WorkflowSettings } from '@millrace/contract';
import type { Command, WorkflowDocument } from '../types.ts';

export const setWorkflowName =
  (name: string): Command =>
  (draft) => {
    draft.name = name;
  };

export const setWorkflowTags =
  (tags: WorkflowDocument['tags']): Command =>
  (draft) => {
    draft.tags = tags;
  };

export const setWorkflowSettings =
  (settings: WorkflowSettings): Command =>
  (draft) => {
    draft.settings = settings;
  };

/** Puts another state of the same workflow in place of this one. */
export const replaceDocument =
  (document: WorkflowDocument): Command =>
  (draft) => {
    Object.assign(draft, document);
  };

/** Brings an earlier version back. What is of no version stays: tags, and the state of triggers. */
export const restoreVersion =
  (version: WorkflowDocument): Command =>
  (draft) => {
    const { staticData } = draft.rest;
    const rest = { ...version.rest, ...(staticData !== undefined && { staticData }) };
    Object.assign(draft, { ...version, tags: draft.tags, rest });
  };

/** Ids of webhooks are addresses: those of another workflow, which may be active, are made anew; those of this one are kept. */
const withOwnWebhooks = (workflow: FormatWorkflow, own: ReadonlySet<string | undefined>): FormatWorkflow => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    node.webhookId === undefined || own.has(node.webhookId) ? node : { ...node, webhookId: crypto.randomUUID() },
  ),
});

/** Puts a workflow in the public format in place of all that is there; the name stays if it brings none. */
export const importWorkflow =
  (workflow: FormatWorkflow): Command =>
  (draft) => {
    const own = new Set(Object.values(draft.nodes).map(({ data }) => data.webhookId));
    const imported = fromFormat(withOwnWebhooks(workflow, own));
    Object.assign(draft, {
      ...imported,
      name: imported.name || draft.name,
      tags: imported.tags.length > 0 ? imported.tags : draft.tags,
    });
  };
