import type { JsonObject, WorkflowNode } from '@millrace/contract/data';
import { ExpressionError } from '../expressions/errors.ts';
import { createScope } from '../expressions/scope.ts';
import type { ExpressionScope } from '../expressions/types.ts';
import type { NodeContext } from '../node-api/context.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import { NodeError } from '../node-api/errors.ts';
import type { HostServices } from '../node-api/host.ts';
import type { SetupContext } from '../node-api/setup.ts';
import { dataTablesOf } from './data-tables.ts';
import { evaluateTemplate } from './evaluate-template.ts';
import { flowNodes } from './flow-nodes.ts';
import { credentialUse, hostRequest, hostTarget } from './host-request.ts';
import { prepareWorkflow } from './prepare.ts';
import { StaticData, staticDataKey } from './static-data.ts';
import type { RunRequest } from './types.ts';

export interface SetupRequest
  extends Pick<RunRequest, 'workflow' | 'nodeTypes' | 'timezone' | 'expressionsDisabled' | 'env' | 'vars'> {
  node: string;
  host: Omit<HostServices, 'yield' | 'callWorkflow'>;
  signal: AbortSignal;
  onLog(values: unknown[]): void;
}

/** Its parameters. There are no items and no run, so expressions can read the workflow, the time and other parameters only. */
const readNode = (setup: SetupRequest): NodeContext & Pick<SetupContext, 'evaluate'> => {
  const { workflow, host } = setup;
  const prepared = prepareWorkflow(setup);
  if (!prepared.graph.nodes.has(setup.node)) throw new Error(`There is no node "${setup.node}"`);
  const { node, typeVersion, parameters } = prepared.node(setup.node);
  const settings = workflow.settings ?? {};
  const timezone = zoneOf(settings.timezone, setup.timezone);
  const own = parameters.createView(() => scope);
  const scope: ExpressionScope = createScope({
    workflow,
    execution: { id: '', mode: 'internal' },
    node: { name: node.name, typeVersion, id: node.id, webhookId: node.webhookId },
    runIndex: 0,
    inputs: [],
    source: [],
    timezone,
    now: () => host.now(),
    random: () => host.random(),
    hasNode: (name) => prepared.graph.nodes.has(name),
    runsOf: () => [],
    outputLeadingHere: () => 0,
    leadsHere: () => false,
    parametersOf: (name) => {
      if (name === node.name) return own();
      return prepared.graph.nodes.has(name) ? prepared.node(name).parameters.raw : {};
    },
    contextOf: () => ({}),
    env: setup.env,
    vars: setup.vars,
  });
  const openScope = () => {
    assertExpressionsAllowed(setup);
    return scope;
  };
  return {
    node: nodeFacts(node, typeVersion),
    workflow: { id: workflow.id, name: workflow.name, active: workflow.active, settings },
    timezone,
    parameter: (name, itemIndex = 0) => parameters.get(name, itemIndex, openScope) as never,
    extractedValue: (name, itemIndex = 0) => parameters.extract(name, itemIndex, openScope),
    rawParameter: (name) => (Object.hasOwn(parameters.raw, name) ? parameters.raw[name] : undefined),
    evaluate: (template, itemIndex, variables) => evaluateTemplate(openScope, template, itemIndex, variables),
    nodesBefore: () => flowNodes(prepared, node.name, 'before'),
    nodesAfter: () => flowNodes(prepared, node.name, 'after'),
  };
};

/** A node that one of its methods is called of. */
export interface SetupNode {
  /** Undefined for an unknown type. */
  definition: NodeDefinition | undefined;
  context: SetupContext;
  /** Parts of the static data that differ from what is stored, by key: `global` or `node:<name>`. */
  staticDataChanges(): Record<string, JsonObject> | undefined;
  /** These changes are stored now. */
  staticDataStored(changes: Record<string, JsonObject>): void;
}

/**
 * A node as its methods see it outside of executions. Expressions have what a preview has of steps and time.
 * @throws Error if the workflow has no such node
 */
export const createSetupContext = (setup: SetupRequest): SetupNode => {
  const { host, signal, workflow } = setup;
  const staticData = new StaticData(workflow.staticData);
  const own = readNode(setup);
  const { node, definition } = prepareWorkflow(setup).node(setup.node);
  const use = (type: string) => credentialUse(node, definition, type);
  const context: SetupContext = {
    ...own,
    signal,
    now: () => host.now(),
    random: () => host.random(),
    binary: host.binary,
    files: host.files(signal),
    dataTables: dataTablesOf(host, signal),
    sleep: (milliseconds) => host.sleep(milliseconds, signal),
    http: async (request) => host.http(hostRequest(request, signal, use)),
    reach: async (name, port, options) => host.reach(hostTarget(name, port, options?.credential, use), signal),
    credential: async (type) => {
      if (!host.credential) throw new NodeError('There are no credentials here');
      return host.credential(use(type));
    },
    staticData: (scope) => staticData.of(staticDataKey(scope, node.name)),
    log: (...values) => setup.onLog(values),
  };
  return {
    definition,
    context,
    staticDataChanges: () => staticData.changes() as Record<string, JsonObject> | undefined,
    staticDataStored: (changes) => staticData.stored(changes),
  };
};

/** @throws ExpressionError */
export const assertExpressionsAllowed = ({ expressionsDisabled }: Pick<RunRequest, 'expressionsDisabled'>): void => {
  if (!expressionsDisabled) return;
  throw new ExpressionError('notSupported', 'Expressions are switched off on this instance', {
    hint: 'Write a fixed value, or ask whoever operates the instance.',
  });
};

/** What a node may know of itself. */
export const nodeFacts = (node: WorkflowNode, typeVersion: number): NodeContext['node'] => ({
  name: node.name,
  type: node.type,
  typeVersion,
  webhookId: node.webhookId,
  notes: node.notes,
});

/** The zone of a workflow: its own, else the instance's. */
export const zoneOf = (own: string | undefined, instance: string): string =>
  own === undefined || own === '' || own === 'DEFAULT' ? instance : own;
