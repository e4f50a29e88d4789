import type { ExecutionMode, Item, WorkflowSettings } from '@millrace/contract/data';
import { createScope } from '../expressions/scope.ts';
import type { ExpressionData, ExpressionScope } from '../expressions/types.ts';
import { hasPath, outputLeadingTo } from '../graph/index.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import { RunHistory } from './history.ts';
import type { PreparedNode, PreparedWorkflow } from './prepare.ts';
import { zoneOf } from './setup-context.ts';
import { StaticData } from './static-data.ts';
import type { QueuedRun, RunEvent, RunProgress, RunRequest } from './types.ts';

/** What all node runs of one execution share. */
export class RunSession {
  readonly request: RunRequest;
  readonly workflow: PreparedWorkflow;
  readonly history: RunHistory;
  readonly staticData: StaticData;
  readonly nodeStates: Map<string, Record<string, unknown>>;
  readonly settings: WorkflowSettings;
  readonly timezone: string;
  readonly execution: { id: string; mode: ExecutionMode };
  responded: boolean;
  readonly #paths = new Map<string, { leads: boolean; output: number }>();

  constructor(request: RunRequest, workflow: PreparedWorkflow) {
    const state = request.start.kind === 'resume' ? request.start.state : undefined;
    this.request = request;
    this.workflow = workflow;
    this.history = new RunHistory(
      state?.reused ?? [],
      request.keepRunData === false ? workflow.neededRuns() : undefined,
    );
    if (state) this.history.restore(state.finished, state.runCounts);
    this.staticData = new StaticData(request.workflow.staticData, state?.staticData);
    this.nodeStates = new Map(structuredClone(state?.nodeStates ?? []));
    this.responded = state?.responded ?? false;
    this.settings = request.workflow.settings ?? {};
    this.timezone = zoneOf(this.settings.timezone, request.timezone);
    this.execution = { id: request.executionId, mode: request.mode };
  }

  emit(event: RunEvent): void {
    void this.request.onEvent?.(event, this.progress);
  }

  readonly progress = (): RunProgress | undefined => {
    const staticData = this.staticData.changes();
    return staticData && { staticData };
  };

  respond(response: WebhookResponse): void {
    if (this.responded) return;
    this.responded = true;
    this.emit({ type: 'response', response });
  }

  stateOf(node: string): Record<string, unknown> {
    const known = this.nodeStates.get(node);
    if (known) return known;
    const state: Record<string, unknown> = {};
    this.nodeStates.set(node, state);
    return state;
  }

  /** What the expressions of one node run can see. */
  expressionScope(
    prepared: PreparedNode,
    run: QueuedRun,
    inputs: ExpressionData['inputs'],
    runIndex: number,
  ): ExpressionScope {
    const { request, workflow, history, nodeStates } = this;
    const { node, typeVersion, parameters } = prepared;
    const own = parameters.createView(() => scope);
    const scope: ExpressionScope = createScope({
      workflow: request.workflow,
      execution: this.execution,
      node: { name: node.name, typeVersion, id: node.id, webhookId: node.webhookId },
      runIndex,
      inputs,
      source: run.source,
      timezone: this.timezone,
      now: () => request.host.now(),
      random: () => request.host.random(),
      hasNode: (name) => workflow.graph.nodes.has(name),
      runsOf: (name) => history.runsOf(name),
      outputLeadingHere: (name) => this.#path(name, node.name).output,
      leadsHere: (name) => this.#path(name, node.name).leads,
      parametersOf: (name) => {
        if (name === node.name) return own();
        return workflow.graph.nodes.has(name) ? workflow.node(name).parameters.raw : {};
      },
      contextOf: (name) => nodeStates.get(name) ?? {},
      env: request.env,
      vars: request.vars,
    });
    return scope;
  }

  #path(from: string, to: string): { leads: boolean; output: number } {
    const key = JSON.stringify([from, to]);
    let path = this.#paths.get(key);
    if (!path) {
      const { graph } = this.workflow;
      path = { leads: hasPath(graph, from, to), output: outputLeadingTo(graph, from, to) ?? 0 };
      this.#paths.set(key, path);
    }
    return path;
  }
}

/** Items of each input as the node's settings let the node see them. */
export const visibleInputs = (prepared: PreparedNode, run: QueuedRun): (Item[] | null)[] =>
  prepared.node.executeOnce ? run.inputs.map((items) => items?.slice(0, 1) ?? null) : run.inputs;
