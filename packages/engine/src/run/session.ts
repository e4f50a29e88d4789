import type { ExecutionMode, Item, JsonObject, TaskData, WorkflowSettings } from '@millrace/contract/data';
import { createScope } from '../expressions/scope.ts';
import type { ExpressionData, ExpressionScope, FromAI } from '../expressions/types.ts';
import { hasPath, outputLeadingTo } from '../graph/index.ts';
import { linkedToThemselvesIn } from '../items/pairing.ts';
import type { HostServices } from '../node-api/host.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import type { Resumption } from '../node-api/wait.ts';
import { CustomData } from './custom-data.ts';
import { RunHistory } from './history.ts';
import { NodeStates } from './node-states.ts';
import type { PreparedNode, PreparedWorkflow } from './prepare.ts';
import { zoneOf } from './setup-context.ts';
import { StaticData, staticDataKey } from './static-data.ts';
import type { FinishedRun, QueuedRun, RunEvent, RunProgress, RunRequest } from './types.ts';

/** One node run that is under way, with all that it may use. */
export interface NodeTurn {
  readonly prepared: PreparedNode;
  readonly run: QueuedRun;
  readonly runIndex: number;
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
export class RunSession {
  readonly request: RunRequest;
  readonly host: HostServices;
  readonly workflow: PreparedWorkflow;
  readonly history: RunHistory;
  readonly customData: CustomData;
  readonly settings: WorkflowSettings;
  readonly timezone: string;
  readonly execution: ExpressionData['execution'] & { mode: ExecutionMode };
  readonly #staticData: StaticData;
  #nodeStates: NodeStates | undefined;
  readonly #vars: RunRequest['vars'];
  readonly #paths = new Map<string, Map<string, Path>>();
  /** Uses of sub-nodes that nobody has been told of. */
  #calls: (FinishedRun & { runIndex: number })[] = [];
  #isResponseShared = false;
  #hasResponded = false;

  constructor(request: RunRequest, workflow: PreparedWorkflow) {
    const { progress } = request;
    this.request = request;
    this.host = request.host;
    this.workflow = workflow;
    this.history = new RunHistory(request.keepRunData === false ? workflow.neededRuns() : undefined);
    this.#staticData = new StaticData(request.workflow.staticData, {
      seen: progress?.staticDataSeen,
      changed: progress?.staticData,
    });
    this.#vars = progress?.vars ?? request.vars;
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
    const staticDataSeen = this.#staticData.seen();
    const staticData = staticDataSeen && this.#staticData.changes();
    const customData = this.customData.values();
    const vars = this.#vars && this.workflow.readsVars() ? { ...this.#vars } : undefined;
    if (!staticDataSeen && !customData && !vars) return undefined;
    return {
      ...(staticData && { staticData }),
      ...(staticDataSeen && { staticDataSeen }),
      ...(customData && { customData }),
      ...(vars && { vars }),
    };
  };

  /** @returns whether it is the answer */
  respond(response: WebhookResponse): boolean {
    if (this.#hasResponded) return false;
    this.#hasResponded = true;
    void this.emit({ type: 'response', response });
    return true;
  }

  /** Begins an answer that nodes share, unless one of them has. @returns whether it is the answer */
  shareResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): boolean {
    this.#isResponseShared ||= this.respond({ ...head, body: { kind: 'stream' } });
    return this.#isResponseShared;
  }

  /** The run is over here. */
  endSharedResponse(isWhole: boolean): void {
    if (this.#isResponseShared) this.endResponse(isWhole);
    this.#isResponseShared = false;
  }

  respondPiece(piece: string | Uint8Array): void {
    void this.emit({ type: 'responsePiece', piece });
  }

  endResponse(isWhole: boolean): void {
    void this.emit({ type: 'responseEnded', isWhole });
  }

  log(node: string, values: unknown[]): void {
    void this.emit({ type: 'log', node, values });
  }

  staticData(key: string): Record<string, unknown> {
    return this.#staticData.of(key);
  }

  /** Made when a node first keeps something: most runs need none. */
  get nodeStates(): NodeStates {
    this.#nodeStates ??= new NodeStates((items, run) => linkedToThemselvesIn(items, 0, run));
    return this.#nodeStates;
  }

  /** Takes over runs of an earlier execution, for expressions to read. */
  reuse(runs: [string, TaskData[]][]): void {
    this.history.reuse(runs);
    for (const [node, tasks] of runs) {
      const state = tasks.at(-1)?.state;
      if (state) this.nodeStates.reuse(node, state);
    }
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
    const { request, workflow, history } = this;
    const { run, runIndex } = turn;
    const { node, typeVersion, parameters } = prepared;
    const place = run.asked?.place ?? run.node;
    const own = parameters.createView(() => scope);
    const scope: ExpressionScope = createScope({
      workflow: request.workflow,
      execution: this.execution,
      node: { name: node.name, typeVersion, id: node.id, webhookId: node.webhookId },
      runIndex,
      inputs,
      source: run.source,
      sourceItem: run.asked?.itemIndex,
      timezone: this.timezone,
      now: () => this.host.now(),
      random: () => this.host.random(),
      hasNode: (name) => workflow.graph.nodes.has(name),
      runsOf: (name) => history.runsOf(name),
      outputLeadingHere: (name) => this.#path(name, place).output,
      leadsHere: (name) => this.#path(name, place).leads,
      leadsTo: (from, to) => this.#path(from, to).leads,
      parametersOf: (name) => {
        if (name === node.name) return own();
        return workflow.graph.nodes.has(name) ? workflow.node(name).parameters.raw : {};
      },
      contextOf: (name) => this.nodeStates.valuesOf(name),
      env: request.env,
      vars: this.#vars,
      rawParameters: parameters.raw,
      customData: this.customData,
      staticData: (kind) => this.staticData(staticDataKey(kind, node.name)),
      fromAI,
      limits: request.expressionLimits,
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

/** Items of each input as the node's settings let the node see them. */
export const visibleInputs = (prepared: PreparedNode, run: QueuedRun): (Item[] | null)[] =>
  prepared.node.executeOnce ? run.inputs.map((items) => items?.slice(0, 1) ?? null) : run.inputs;
