import {
  type FormatWorkflow,
  type Json,
  lastOrder,
  toFormat,
  uniqueName,
  type WireEnds,
  type WorkflowNode,
} from '@millrace/contract';
import { referencesOf } from '@millrace/engine';
import { addWire, removeNodes } from '../commands/index.ts';
import { plain } from '../drafts.ts';
import { newNodeKey } from '../keys.ts';
import { nodeNames } from '../names.ts';
import { renameReferences } from '../references.ts';
import { isStickyNote } from '../sticky-notes.ts';
import type { Command, NodeKey, Wire, WorkflowDocument } from '../types.ts';
import { createInputs, type OuterInput } from './outer-references.ts';

/** Why nodes cannot become a sub-workflow, and which node is in the way. */
export interface Refusal {
  reason: 'trigger' | 'entries' | 'exits' | 'addOn' | 'reads' | 'readFromOutside';
  node: string;
}

export interface Extraction {
  /** The sub-workflow, in the public format. */
  workflow: Pick<FormatWorkflow, 'nodes' | 'connections' | 'settings'> & { name: string };
  /** Puts a node that calls the stored workflow in the place of the nodes. */
  command(workflowId: string, callName: string): Command;
}

const triggerName = 'When Called by Another Workflow';
const resultName = 'Result';
const inputsName = 'Inputs of ';
const column = 220;

/**
 * Selected nodes as a workflow of their own. Items go in at one node and come out at one; what expressions read of nodes that stay outside becomes
 * fields that are added to the items before the call.
 * @param isTrigger whether a node starts workflows
 */
export const extract = (
  document: WorkflowDocument,
  selection: ReadonlySet<NodeKey>,
  isTrigger: (node: WorkflowNode) => boolean,
): Extraction | Refusal => {
  const nameOf = (key: NodeKey) => document.nodes[key]?.data.name ?? '';
  const inside = (key: NodeKey) => selection.has(key);
  const started = [...selection].find((key) => document.nodes[key] && isTrigger(document.nodes[key].data));
  if (started !== undefined) return { reason: 'trigger', node: nameOf(started) };

  const wires = Object.values(document.wires);
  const into = wires.filter(({ source, target }) => !inside(source) && inside(target));
  const outOf = wires.filter(({ source, target }) => inside(source) && !inside(target));
  const addOn = [...into, ...outOf].find(({ sourceType }) => sourceType !== 'main');
  if (addOn) return { reason: 'addOn', node: nameOf(inside(addOn.source) ? addOn.source : addOn.target) };
  const [entry] = into;
  const otherEntry = into.find((wire) => wire.target !== entry?.target || wire.targetIndex !== entry.targetIndex);
  if (otherEntry) return { reason: 'entries', node: nameOf(otherEntry.target) };
  const [exit] = outOf;
  const otherExit = outOf.find((wire) => wire.source !== exit?.source || wire.sourceIndex !== exit.sourceIndex);
  if (otherExit) return { reason: 'exits', node: nameOf(otherExit.source) };

  const deadEnd = exit && deadEndOf(document, selection, exit.source);
  if (deadEnd !== undefined) return { reason: 'exits', node: nameOf(deadEnd) };

  const names = nodeNames(document);
  const exitName = exit && nameOf(exit.source);
  const innerNames = new Set([...selection].map(nameOf));
  const read = readFromOutside(document, selection, innerNames, exitName);
  if (read !== undefined) return { reason: 'readFromOutside', node: read };

  const trigger = uniqueName(triggerName, new Set(names));
  const inputs = createInputs((name) => names.has(name) && !innerNames.has(name), trigger);
  const part = toFormat(document, new Set(selection));
  const nodes = part.nodes.map((node) => ({
    ...node,
    ...(node.parameters && { parameters: inputs.rewrite(node.parameters as Json) as WorkflowNode['parameters'] }),
  }));
  const [unreadable] = inputs.unreadable();
  if (unreadable !== undefined) return { reason: 'reads', node: unreadable };

  return {
    workflow: withEnds(
      { ...part, nodes },
      {
        trigger,
        entry: entry ?? firstOf(document, selection),
        exit,
        nameOf,
      },
    ),
    command: (workflowId, callName) =>
      replaceByCall(document, { selection, into, outOf, exitName, inputs: inputs.inputs(), workflowId, callName }),
  };
};

/** A node that leads nowhere, beside the one that items leave at: it would be the one that says what the call gives. */
const deadEndOf = (
  { nodes, wires }: WorkflowDocument,
  selection: ReadonlySet<NodeKey>,
  exit: NodeKey,
): NodeKey | undefined => {
  const leaving = new Set(Object.values(wires).map(({ source }) => source));
  return [...selection].find(
    (key) => key !== exit && !leaving.has(key) && nodes[key] && !isStickyNote(nodes[key].data.type),
  );
};

/** A node outside that reads from one inside: only what leaves the sub-workflow can still be read there. */
const readFromOutside = (
  document: WorkflowDocument,
  selection: ReadonlySet<NodeKey>,
  innerNames: ReadonlySet<string>,
  exitName: string | undefined,
): string | undefined => {
  for (const { key, data } of Object.values(document.nodes)) {
    if (selection.has(key)) continue;
    const reads = namesIn(data.parameters).filter((name) => innerNames.has(name) && name !== exitName);
    if (reads.length > 0) return data.name;
  }
  return undefined;
};

const namesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('=') ? referencesOf(value).nodes : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
};

/** Where items go in that come from nowhere: the first node that no other leads to. */
const firstOf = (document: WorkflowDocument, selection: ReadonlySet<NodeKey>) => {
  const nodes = [...selection]
    .flatMap((key) => document.nodes[key] ?? [])
    .filter(({ data }) => !isStickyNote(data.type));
  nodes.sort((a, b) => a.data.position[0] - b.data.position[0]);
  const wires = Object.values(document.wires);
  const isAddOn = (key: NodeKey) => wires.some(({ source, sourceType }) => source === key && sourceType !== 'main');
  const isFirst = (key: NodeKey) =>
    !isAddOn(key) && !wires.some(({ target, targetType }) => target === key && targetType === 'main');
  const first = nodes.find(({ key }) => isFirst(key)) ?? nodes[0];
  return first && { target: first.key, targetIndex: 0 };
};

interface Ends {
  trigger: string;
  entry: { target: NodeKey; targetIndex: number } | undefined;
  exit: Wire | undefined;
  nameOf: (key: NodeKey) => string;
}

const withEnds = (
  { nodes, connections }: FormatWorkflow,
  { trigger, entry, exit, nameOf }: Ends,
): Extraction['workflow'] => {
  const start: WorkflowNode = {
    id: newNodeKey(),
    name: trigger,
    type: 'core.executeWorkflowTrigger',
    typeVersion: 1.1,
    position: beside(nodes, -column, entry && nameOf(entry.target)),
    parameters: { inputSource: 'passthrough' },
  };
  const ended = { ...connections };
  if (entry) ended[trigger] = { main: [[{ node: nameOf(entry.target), type: 'main', index: entry.targetIndex }]] };
  const all = [start, ...nodes];
  // What a called run gives is what its last node gives. Where that has other outputs, or leads on, one is put behind it.
  const exitName = exit && nameOf(exit.source);
  const leadsOn = connections[exitName ?? '']?.main?.some((targets) => targets?.length);
  if (exit && exitName !== undefined && (leadsOn || exit.sourceIndex > 0)) {
    const result = uniqueName(resultName, new Set(all.map(({ name }) => name)));
    all.push({
      id: newNodeKey(),
      name: result,
      type: 'core.noOp',
      typeVersion: 1,
      position: beside(nodes, column, exitName),
      parameters: {},
    });
    const outputs = [...(ended[exitName]?.main ?? [])];
    while (outputs.length <= exit.sourceIndex) outputs.push([]);
    outputs[exit.sourceIndex] = [...(outputs[exit.sourceIndex] ?? []), { node: result, type: 'main', index: 0 }];
    ended[exitName] = { ...ended[exitName], main: outputs };
  }
  return { name: '', nodes: all, connections: ended, settings: {} };
};

const beside = (nodes: readonly WorkflowNode[], distance: number, name: string | undefined): [number, number] => {
  const [x, y] = nodes.find((node) => node.name === name)?.position ?? [0, 0];
  const edge =
    distance < 0
      ? Math.min(...nodes.map((node) => node.position[0]))
      : Math.max(...nodes.map((node) => node.position[0]));
  return [nodes.length > 0 ? edge + distance : x, y];
};

interface Call {
  selection: ReadonlySet<NodeKey>;
  into: readonly Wire[];
  outOf: readonly Wire[];
  exitName: string | undefined;
  inputs: readonly OuterInput[];
  workflowId: string;
  callName: string;
}

const replaceByCall =
  (document: WorkflowDocument, { selection, into, outOf, exitName, inputs, workflowId, callName }: Call): Command =>
  (draft) => {
    const at = positionOf(document, selection, into);
    // Bridging would join neighbours that the call stands between.
    for (const wire of [...into, ...outOf]) delete draft.wires[wire.key];
    removeNodes(selection)(draft);
    const add = (data: WorkflowNode): NodeKey => {
      const key = newNodeKey();
      const name = uniqueName(data.name, nodeNames(draft));
      draft.nodes[key] = { key, order: lastOrder(plain(draft.nodes)), data: { ...data, id: key, name } };
      return key;
    };
    const call = add({
      name: callName,
      type: 'core.executeWorkflow',
      typeVersion: 1.3,
      position: inputs.length > 0 ? [at[0] + column, at[1]] : at,
      parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
    });
    const first = inputs.length > 0 ? add(inputsNode(inputs, callName, at)) : call;
    const connect = (ends: WireEnds) => addWire(ends)(draft);
    if (first !== call) connect(main(first, call));
    for (const { source, sourceIndex } of into) connect({ ...main(source, first), sourceIndex });
    for (const { target, targetIndex } of outOf) connect({ ...main(call, target), targetIndex });
    if (exitName === undefined) return;
    const renames = new Map([[exitName, draft.nodes[call]!.data.name]]);
    for (const { data } of Object.values(draft.nodes)) {
      const parameters = plain(data.parameters);
      if (parameters === undefined) continue;
      const renamed = renameReferences(parameters as Json, renames);
      if (renamed !== parameters) data.parameters = renamed as WorkflowNode['parameters'];
    }
  };

const main = (source: NodeKey, target: NodeKey): WireEnds => ({
  source,
  sourceType: 'main',
  sourceIndex: 0,
  target,
  targetType: 'main',
  targetIndex: 0,
});

/** Where the items went in, else the leftmost node. */
const positionOf = (
  document: WorkflowDocument,
  selection: ReadonlySet<NodeKey>,
  into: readonly Wire[],
): [number, number] => {
  const entry = document.nodes[into[0]?.target ?? ''] ?? document.nodes[[...selection][0] ?? ''];
  const [x, y] = entry?.data.position ?? [0, 0];
  return [x, y];
};

/** Adds to each item what the sub-workflow reads of nodes that it does not have. */
const inputsNode = (inputs: readonly OuterInput[], callName: string, position: [number, number]): WorkflowNode => ({
  name: `${inputsName}${callName}`,
  type: 'core.set',
  typeVersion: 3.4,
  position,
  parameters: {
    mode: 'raw',
    jsonOutput: `={{ { ${inputs.map(({ name, code }) => `${JSON.stringify(name)}: ${code}`).join(', ')} } }}`,
    includeOtherFields: true,
    options: {},
  },
});
