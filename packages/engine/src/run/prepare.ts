import { type ConnectionType, isObject, limits, type WorkflowNode } from '@millrace/contract/data';
import { buildGraph, type Graph, sourcesOf } from '../graph/index.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import { type CompiledParameters, compileParameters } from '../parameters/plan.ts';
import { resolvePorts } from '../parameters/ports.ts';
import { evaluateTypeText } from '../parameters/type-text.ts';
import { versionFor } from '../parameters/version.ts';
import { findNeededRuns } from './needed-runs.ts';
import type { NodeTypeSource, RunRequest } from './types.ts';
import type { QueueRules } from './work-queue.ts';

/** A node with all that can be known of it before it runs. */
export interface PreparedNode {
  readonly node: WorkflowNode;
  /** Undefined for an unknown type. */
  readonly definition: NodeDefinition | undefined;
  readonly typeVersion: number;
  readonly parameters: CompiledParameters;
  /** Main inputs and outputs; outputs without the error output. */
  readonly inputCount: number;
  readonly outputCount: number;
  /** Inputs on which a sub-node must serve. */
  readonly requiredSubNodes: readonly { type: ConnectionType; displayName?: string }[];
  readonly onError: NonNullable<WorkflowNode['onError']>;
  /** Attempts in all, and milliseconds between them. */
  readonly maxTries: number;
  readonly retryWait: number;
}

/** A workflow ready to run: its graph at once, each node when it is first met. Serves any number of runs. */
export interface PreparedWorkflow {
  readonly graph: Graph;
  /** How inputs of its nodes are waited for. */
  readonly rules: Omit<QueueRules, 'allowed'>;
  node(name: string): PreparedNode;
  /** Nodes whose results the run itself still needs; undefined: all. */
  neededRuns(): ReadonlySet<string> | undefined;
  /** Whether `$vars` occurs in any node. */
  readsVars(): boolean;
}

const clamp = (value: unknown, { min, max, default: standard }: { min: number; max: number; default: number }) =>
  typeof value === 'number' && !Number.isNaN(value) ? Math.min(max, Math.max(min, value)) : standard;

const isMain = (port: { type: string }) => port.type === 'main';
const none: readonly never[] = [];

const prepareNode = (node: WorkflowNode, graph: Graph, nodeTypes: NodeTypeSource): PreparedNode => {
  const definition = nodeTypes.find(node.type, node.typeVersion ?? 1);
  const typeVersion = versionFor(definition ?? {}, node);
  const ports = definition && resolvePorts(definition, node, evaluateTypeText);
  const wiredInputs = sourcesOf(graph, node.name).reduce((count, source) => Math.max(count, source.input + 1), 0);
  const outputs = ports ? ports.outputs.filter(isMain).length : 1;
  return {
    node,
    definition,
    typeVersion,
    parameters: compileParameters(definition?.parameters ?? [], node.parameters, typeVersion),
    inputCount: ports ? ports.inputs.filter(isMain).length : wiredInputs,
    outputCount: ports?.errorOutput === undefined ? outputs : outputs - 1,
    requiredSubNodes: ports?.inputs.filter((port) => !isMain(port) && port.required) ?? none,
    onError: node.onError ?? (node.continueOnFail ? 'continueRegularOutput' : 'stopWorkflow'),
    maxTries: node.retryOnFail ? Math.floor(clamp(node.maxTries, limits.retryMaxTries)) : 1,
    retryWait: clamp(node.waitBetweenTries, limits.retryWait),
  };
};

const prepared = new WeakMap<
  object,
  { nodes: WorkflowNode[]; nodeTypes: NodeTypeSource; workflow: PreparedWorkflow }
>();

/**
 * Prepares a workflow, or gives what was prepared for the same nodes, connections, order and node types before. So a workflow that was
 * handed to a run must not be changed afterwards; make a new one.
 */
export const prepareWorkflow = ({
  workflow,
  nodeTypes,
}: Pick<RunRequest, 'workflow' | 'nodeTypes'>): PreparedWorkflow => {
  const { nodes, connections, settings } = workflow;
  const byLevel = settings?.executionOrder === 'v0';
  const key = isObject(connections) ? connections : nodes;
  const known = prepared.get(key);
  if (known && known.nodes === nodes && known.nodeTypes === nodeTypes && known.workflow.rules.byLevel === byLevel) {
    return known.workflow;
  }

  const graph = buildGraph(nodes, connections ?? {});
  const byName = new Map<string, PreparedNode>();
  let readsVars: boolean | undefined;
  let neededRuns: { names: ReadonlySet<string> | undefined } | undefined;
  const result: PreparedWorkflow = {
    graph,
    rules: {
      byLevel,
      inputCount: (name) => result.node(name).inputCount,
      runsOnAnyInput: (name) => result.node(name).definition?.runsWhen === 'anyInput',
    },
    node: (name) => {
      const known = byName.get(name);
      if (known) return known;
      const node = prepareNode(graph.nodes.get(name)!, graph, nodeTypes);
      byName.set(name, node);
      return node;
    },
    neededRuns: () => {
      neededRuns ??= { names: findNeededRuns(graph) };
      return neededRuns.names;
    },
    readsVars: () => {
      readsVars ??= nodes.some(({ parameters }) => JSON.stringify(parameters ?? {}).includes('$vars'));
      return readsVars;
    },
  };
  prepared.set(key, { nodes, nodeTypes, workflow: result });
  return result;
};
