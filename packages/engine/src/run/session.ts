import type { ExecutionMode, Item, JsonObject, TaskData, WorkflowSettings } from '@millrace/contract/data';
import { createScope } from '../expressions/scope.ts';
import type { ExpressionData, ExpressionScope, FromAI } from '../expressions/types.ts';
import { hasPath, outputLeadingTo } from '../graph/index.ts';
import type { HostServices } from '../node-api/context.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import type { Resumption } from '../node-api/wait.ts';
import { CustomData } from './custom-data.ts';
import { RunHistory } from './history.ts';
import type { PreparedNode, PreparedWorkflow } from './prepare.ts';
import { zoneOf } from './setup-context.ts';
import { StaticData } from './static-data.ts';
import type { FinishedRun, QueuedRun, RunEvent, RunProgress, RunRequest } from './types.ts';
import type { World } from './world.ts';

/** One node run that is under way, with all that it may use. */
export interface NodeTurn {
  readonly prepared: PreparedNode;
  readonly run: QueuedRun;
  readonly runIndex: number;
  readonly world: World;
  /** What ended the wait of this node run, and what it left itself. */
  readonly resumption?: Resumption;
  readonly memo?: JsonObject;
}

/** From where expressions look at the run. */
export interface Viewpoint {
  /** The node that they belong to: that of the run, or a sub-node that serves it. */
  prepared: PreparedNode;
  turn: NodeTurn;
  inputs: ExpressionData['inputs'];
  fromAI?: FromAI;
}

/** What all node runs of one execution share. */
export class RunSession implements World {
  readonly request: RunRequest;
  readonly host: HostServices;
  readonly hasSubNodes = true;
  readonly workflow: PreparedWorkflow;
  readonly history: RunHistory;
  readonly customData: CustomData;
  readonly nodeStates = new Map<string, Record<string, unknown>>();
  readonly settings: WorkflowSettings;
  readonly timezone: string;
  readonly execution: ExpressionData['execution'] & { mode: ExecutionMode };
  readonly #staticData: StaticData;
  readonly #paths = new Map<string, Map<string, Path>>();
  /** Uses of sub-nodes that nobody has been told of. */
  #calls: (FinishedRun & { runIndex: number })[] = [];
  #hasResponded = false;

  constructor(request: RunRequest, workflow: PreparedWorkflow) {
    const { progress } = request;
    this.request = request;
    this.host = request.host;
    this.workflow = workflow;
    this.history = new RunHistory(request.keepRunData === false ? workflow.neededRuns() : undefined);
    this.#staticData = new StaticData(request.workflow.staticData, progress?.staticData);
    this.customData = new CustomData(progress?.customData ?? {});
    this.settings = request.workflow.settings ?? {};
    this.timezone = zoneOf(this.settings.timezone, request.timezone);
    const { executionId: id, mode, resumeUrl, resumeFormUrl } = request;
    this.execution = { id, mode, resumeUrl, resumeFormUrl };
  }

  emit(event: RunEvent): void | Promise<void> {
    return this.request.onEvent?.(event, this.progress);
  }

  /** @throws WorkflowError where static data cannot be stored */
  readonly progress = (): RunProgress | undefined => {
    const staticData = this.#staticData.changes();
    const customData = this.customData.values();
    if (!staticData && !customData) return undefined;
    return { ...(staticData && { staticData }), ...(customData && { customData }) };
  };

  respond(response: WebhookResponse): void {
    if (this.#hasResponded) return;
    this.#hasResponded = true;
    void this.emit({ type: 'response', response });
  }

  log(node: string, values: unknown[]): void {
    void this.emit({ type: 'log', node, values });
  }

  staticData(key: string): Record<string, unknown> {
    return this.#staticData.of(key);
  }

  stateOf(node: string): Record<string, unknown> {
    const known = this.nodeStates.get(node);
    if (known) return known;
    const state: Record<string, unknown> = {};
    this.nodeStates.set(node, state);
    return state;
  }

  /** Keeps one use of a sub-node. It is told of together with the end of the node run that it served, so that a host stores both or none. */
  addCall(node: string, task: TaskData): void {
    this.#calls.push({ node, task, runIndex: this.history.countOf(node) });
    this.history.add(node, task);
  }

  /** Tells of the uses of sub-nodes; whoever is told may make the run wait. */
  tellCalls(): Promise<void>[] {
    if (this.#calls.length === 0) return [];
    const calls = this.#calls;
    this.#calls = [];
    return calls.flatMap((call) => {
      void this.emit({ type: 'nodeStarted', node: call.node, runIndex: call.runIndex });
      return this.emit({ type: 'nodeFinished', ...call }) ?? [];
    });
  }

  /** What the expressions of one node run can see. */
  expressionScope({ prepared, turn, inputs, fromAI }: Viewpoint): ExpressionScope {
    const { request, workflow, history, nodeStates } = this;
    const { run, runIndex, world } = turn;
    const { node, typeVersion, parameters } = prepared;
    const place = run.node;
    const own = parameters.createView(() => scope);
    const scope: ExpressionScope = createScope({
      workflow: request.workflow,
      execution: this.execution,
      node: { name: node.name, typeVersion, id: node.id, webhookId: node.webhookId },
      runIndex,
      inputs,
      source: run.source,
      timezone: this.timezone,
      now: () => world.host.now(),
      random: () => world.host.random(),
      hasNode: (name) => workflow.graph.nodes.has(name),
      runsOf: (name) => history.runsOf(name),
      outputLeadingHere: (name) => this.#path(name, place).output,
      leadsHere: (name) => this.#path(name, place).leads,
      leadsTo: (from, to) => this.#path(from, to).leads,
      parametersOf: (name) => {
        if (name === node.name) return own();
        return workflow.graph.nodes.has(name) ? workflow.node(name).parameters.raw : {};
      },
      contextOf: (name) => nodeStates.get(name) ?? {},
      env: request.env,
      vars: request.vars,
      rawParameters: parameters.raw,
      customData: world.customData,
      staticData: (kind) => world.staticData(staticDataKey(kind, node.name)),
      fromAI,
    });
    return scope;
  }

  #path(from: string, to: string): Path {
    let paths = this.#paths.get(from);
    if (!paths) {
      paths = new Map();
      this.#paths.set(from, paths);
    }
    let path = paths.get(to);
    if (!path) {
      const { graph } = this.workflow;
      path = { leads: hasPath(graph, from, to), output: outputLeadingTo(graph, from, to) ?? 0 };
      paths.set(to, path);
    }
    return path;
  }
}

interface Path {
  leads: boolean;
  /** Of the node that it begins with. */
  output: number;
}

export const staticDataKey = (scope: 'node' | 'global', node: string): string =>
  scope === 'global' ? 'global' : `node:${node}`;

/** Items of each input as the node's settings let the node see them. */
export const visibleInputs = (prepared: PreparedNode, run: QueuedRun): (Item[] | null)[] =>
  prepared.node.executeOnce ? run.inputs.map((items) => items?.slice(0, 1) ?? null) : run.inputs;
