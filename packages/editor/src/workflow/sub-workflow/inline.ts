import {
  type FormatWorkflow,
  isObject,
  type Json,
  lastOrder,
  uniqueName,
  type WireEnds,
  type WorkflowNode,
} from '@millrace/contract';
import { addWire, removeNodes } from '../commands/index.ts';
import { pasteFragment } from '../commands/paste-fragment.ts';
import { plain } from '../drafts.ts';
import { newNodeKey } from '../keys.ts';
import { nodeNames } from '../names.ts';
import { renameReferences } from '../references.ts';
import { isStickyNote } from '../sticky-notes.ts';
import type { Command, NodeKey, WorkflowDocument } from '../types.ts';

const triggerTypes = ['core.executeWorkflowTrigger', 'n8n-nodes-base.executeWorkflowTrigger'];
const column = 220;

export type InlineRefusal = 'each' | 'noTrigger' | 'ends';

/** Puts the nodes of the called workflow in the place of the node that calls it; or says why that would be something else. */
export const inline = (
  document: WorkflowDocument,
  call: NodeKey,
  called: Pick<FormatWorkflow, 'nodes' | 'connections'>,
): Command | InlineRefusal => {
  const { data } = document.nodes[call]!;
  const { mode = 'once', options, inputFields } = data.parameters ?? {};
  if (mode === 'each' || (isObject(options) && options.waitForSubWorkflow === false)) return 'each';
  const trigger = called.nodes.find(({ type, disabled }) => triggerTypes.includes(type) && !disabled);
  if (!trigger) return 'noTrigger';
  const parts = partsFrom(called, trigger.name);
  const leaves = Object.values(document.wires).filter(({ source }) => source === call);
  const ends = parts.nodes.filter(({ name }) => !leadsOn(parts.connections, name));
  if (leaves.length > 0 && ends.length > 1) return 'ends';
  const assignments = isObject(inputFields) && Array.isArray(inputFields.assignments) ? inputFields.assignments : [];

  return (draft) => {
    const place = data.position;
    const wires = Object.values(plain(draft.wires));
    const into = wires.filter(({ target }) => target === call);
    const outOf = wires.filter(({ source }) => source === call);
    for (const wire of [...into, ...outOf]) delete draft.wires[wire.key];
    removeNodes([call])(draft);
    // The trigger's place is taken by a node that hands the items on, so that what reads from it still can.
    const start = addStart(draft, trigger.name, place, assignments);
    const before = new Set(Object.keys(plain(draft.nodes)));
    const renames = new Map([[trigger.name, draft.nodes[start]!.data.name]]);
    const nodes = parts.nodes.map((node) => ({
      ...node,
      ...(node.parameters && {
        parameters: renameReferences(node.parameters as Json, renames) as WorkflowNode['parameters'],
      }),
    }));
    const [x, y] = place;
    if (nodes.length > 0) {
      pasteFragment({ nodes, connections: parts.connections }, renameReferences, { x: x + column, y })(draft);
    }
    // Pasted nodes come in the order of the fragment.
    const added = Object.keys(plain(draft.nodes)).filter((key) => !before.has(key));
    const keys = new Map(nodes.map(({ name }, index) => [name, added[index]!]));
    const connect = (source: NodeKey, target: NodeKey, more: Partial<WireEnds> = {}) =>
      addWire({ source, sourceType: 'main', sourceIndex: 0, target, targetType: 'main', targetIndex: 0, ...more })(
        draft,
      );
    for (const { source, sourceIndex } of into) connect(source, start, { sourceIndex });
    for (const target of (called.connections[trigger.name]?.main ?? []).flatMap((targets) => targets ?? [])) {
      const key = keys.get(target.node);
      if (key !== undefined) connect(start, key, { targetIndex: target.index });
    }
    const [end] = ends;
    const last = end ? keys.get(end.name)! : start;
    for (const { target, targetIndex } of outOf) connect(last, target, { targetIndex });
    const read = new Map([[data.name, draft.nodes[last]!.data.name]]);
    for (const { data: other } of Object.values(draft.nodes)) {
      const parameters = plain(other.parameters);
      if (parameters === undefined) continue;
      const renamed = renameReferences(parameters as Json, read);
      if (renamed !== parameters) other.parameters = renamed as WorkflowNode['parameters'];
    }
  };
};

type Part = Pick<FormatWorkflow, 'nodes' | 'connections'>;

/** All that the trigger leads to, with add-ons; other triggers, notes and what only they lead to stay behind. */
const partsFrom = ({ nodes, connections }: Part, trigger: string): Part => {
  const targets = (name: string) =>
    Object.values(connections[name] ?? {}).flatMap((outputs) => outputs.flatMap((list) => list ?? []));
  const wanted = new Set<string>();
  const due = targets(trigger).map(({ node }) => node);
  for (let name = due.pop(); name !== undefined; name = due.pop()) {
    if (wanted.has(name)) continue;
    wanted.add(name);
    due.push(...targets(name).map(({ node }) => node));
    for (const [source, byType] of Object.entries(connections)) {
      const isAddOn = Object.entries(byType).some(
        ([type, outputs]) => type !== 'main' && outputs.some((list) => list?.some(({ node }) => node === name)),
      );
      if (isAddOn) due.push(source);
    }
  }
  wanted.delete(trigger);
  return {
    nodes: nodes.filter(({ name, type }) => wanted.has(name) && !isStickyNote(type)),
    connections: Object.fromEntries(Object.entries(connections).filter(([name]) => wanted.has(name))),
  };
};

const leadsOn = (connections: FormatWorkflow['connections'], name: string): boolean =>
  Object.values(connections[name] ?? {}).some((outputs) => outputs.some((targets) => targets?.length));

const addStart = (
  draft: WorkflowDocument,
  name: string,
  position: [number, number],
  assignments: readonly unknown[],
): NodeKey => {
  const key = newNodeKey();
  const isMapping = assignments.length > 0;
  draft.nodes[key] = {
    key,
    order: lastOrder(plain(draft.nodes)),
    data: {
      id: key,
      name: uniqueName(name, nodeNames(draft)),
      type: isMapping ? 'core.set' : 'core.noOp',
      typeVersion: isMapping ? 3.4 : 1,
      position: [...position],
      parameters: isMapping
        ? { assignments: { assignments: plain(assignments) as Json }, includeOtherFields: false, options: {} }
        : {},
    },
  };
  return key;
};
