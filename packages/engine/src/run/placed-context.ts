import type { ConnectionType, Json, ParameterDefinition } from '@millrace/contract/data';
import type { ExpressionScope, FromAI } from '../expressions/types.ts';
import type { CodeResult } from '../node-api/code.ts';
import type { CommandResult } from '../node-api/command.ts';
import type { CustomExecutionData, ExecuteContext, FlowNode } from '../node-api/context.ts';
import type { CredentialData } from '../node-api/credential-data.ts';
import type { AskDataTables } from '../node-api/data-tables.ts';
import { NodeError } from '../node-api/errors.ts';
import type { FileServices } from '../node-api/files.ts';
import type { HostServices } from '../node-api/host.ts';
import type { HttpRequest, HttpResponse } from '../node-api/http.ts';
import type { ParameterValues } from '../node-api/parameter-values.ts';
import type { WorkflowCall, WorkflowCallResult } from '../node-api/sub-workflow.ts';
import { dataTablesOf } from './data-tables.ts';
import { evaluateTemplate } from './evaluate-template.ts';
import { flowNodes } from './flow-nodes.ts';
import { credentialUse, hostRequest, hostTarget } from './host-request.ts';
import type { PreparedNode } from './prepare.ts';
import type { NodeTurn, RunSession } from './session.ts';
import { assertExpressionsAllowed, nodeFacts } from './setup-context.ts';
import { staticDataKey } from './static-data.ts';

/** Values of the parameters of a definition that is not known here; `prepared.parameters` has converted them to its types. */
export type AnyParameters = ParameterValues<readonly ParameterDefinition[]>;

/** What sub-nodes serve to a node that runs. */
export interface SubNodeServices {
  /** The node run has ended: nobody listens any more. */
  readonly isClosed: boolean;
  /**
   * @param path the sub-nodes that are being set up, from the node that runs to `parent`
   * @throws NodeError
   */
  serve(parent: PreparedNode, type: ConnectionType, itemIndex: number, path?: readonly string[]): Promise<unknown[]>;
}

/** What the contexts of a node that runs and of the sub-nodes that serve it have in common: a node, and a place in a run to look from. */
export class PlacedContext {
  readonly node: ExecuteContext['node'];
  readonly workflow: ExecuteContext['workflow'];
  readonly timezone: string;
  readonly runIndex: number;
  readonly execution: ExecuteContext['execution'];
  readonly signal: AbortSignal;
  readonly binary: HostServices['binary'];
  readonly files: FileServices;
  readonly dataTables: AskDataTables;
  readonly customData: CustomExecutionData;
  protected readonly session: RunSession;
  protected readonly prepared: PreparedNode;
  protected readonly turn: NodeTurn;
  /** As they came, for expressions; the links of these speak of the node before. */
  protected readonly received: ExecuteContext['inputs'];
  readonly #subNodes: SubNodeServices;
  readonly #fromAI: FromAI | undefined;
  #scope: ExpressionScope | undefined;

  constructor(
    session: RunSession,
    prepared: PreparedNode,
    turn: NodeTurn,
    { received, subNodes, fromAI }: { received: ExecuteContext['inputs']; subNodes: SubNodeServices; fromAI?: FromAI },
  ) {
    const { request } = session;
    this.session = session;
    this.prepared = prepared;
    this.turn = turn;
    this.received = received;
    this.#subNodes = subNodes;
    this.#fromAI = fromAI;
    this.node = nodeFacts(prepared.node, prepared.typeVersion);
    this.workflow = {
      id: request.workflow.id,
      name: request.workflow.name,
      active: request.workflow.active,
      settings: session.settings,
    };
    this.timezone = session.timezone;
    this.runIndex = turn.runIndex;
    this.execution = session.execution;
    this.signal = request.signal;
    this.binary = session.host.binary;
    this.files = session.host.files(request.signal);
    this.dataTables = dataTablesOf(session.host, request.signal);
    this.customData = session.customData;
  }

  parameter<N extends keyof AnyParameters & string>(name: N, itemIndex = 0): AnyParameters[N] {
    return this.prepared.parameters.get(name, itemIndex, this.getScope) as AnyParameters[N];
  }

  extractedValue(name: keyof AnyParameters & string, itemIndex = 0): string {
    return this.prepared.parameters.extract(name, itemIndex, this.getScope);
  }

  rawParameter(name: string): unknown {
    const { raw } = this.prepared.parameters;
    return Object.hasOwn(raw, name) ? raw[name] : undefined;
  }

  nodesBefore(): FlowNode[] {
    return flowNodes(this.session.workflow, this.node.name, 'before');
  }

  nodesAfter(): FlowNode[] {
    return flowNodes(this.session.workflow, this.node.name, 'after');
  }

  evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown {
    return evaluateTemplate(this.getScope, template, itemIndex, variables);
  }

  staticData(scope: 'node' | 'global'): Record<string, unknown> {
    return this.session.staticData(staticDataKey(scope, this.node.name));
  }

  now(): number {
    return this.session.host.now();
  }

  random(): number {
    return this.session.host.random();
  }

  sleep(milliseconds: number): Promise<void> {
    return this.session.host.sleep(milliseconds, this.signal);
  }

  // Fails by its promise, whatever is wrong.
  async http(request: HttpRequest): Promise<HttpResponse> {
    return this.session.host.http(hostRequest(request, this.signal, this.#credentialUse));
  }

  async reach(host: string, port: number, options: { credential?: string } = {}): Promise<string> {
    return this.session.host.reach(hostTarget(host, port, options.credential, this.#credentialUse), this.signal);
  }

  async runCode(task: Parameters<ExecuteContext['runCode']>[0]): Promise<CodeResult> {
    const { host } = this.session;
    if (!host.code) throw new NodeError('Code cannot be run here');
    const log = (values: Json[]) => this.log(...values);
    return host.code.run({ ...task, timezone: this.timezone, runIndex: this.runIndex, log }, this.signal);
  }

  async credential(type: string): Promise<CredentialData> {
    const use = this.#credentialUse(type);
    const { host } = this.session;
    if (!host.credential) throw new NodeError('There are no credentials here');
    return host.credential(use);
  }

  async callWorkflow(call: Omit<WorkflowCall, 'node'>): Promise<WorkflowCallResult> {
    const { host } = this.session;
    if (!host.callWorkflow) throw new NodeError('Other workflows cannot be run from here');
    return host.callWorkflow({ ...call, node: this.node.name }, this.signal);
  }

  async runCommand(command: string): Promise<CommandResult> {
    const { host } = this.session;
    if (host.runCommand) return host.runCommand(command, this.signal);
    throw new NodeError('This instance runs no commands', {
      description:
        'Whoever operates it can switch them on with MILLRACE_COMMANDS=true. They run as the user that Millrace runs as.',
    });
  }

  connected(type: ConnectionType, itemIndex = 0): Promise<unknown[]> {
    return this.#subNodes.serve(this.prepared, type, itemIndex);
  }

  log(...values: unknown[]): void {
    if (!this.#subNodes.isClosed) this.session.log(this.node.name, values);
  }

  readonly #credentialUse = (type: string) => credentialUse(this.prepared.node, this.prepared.definition, type);

  /** @throws ExpressionError where the instance allows none */
  protected readonly getScope = (): ExpressionScope => {
    assertExpressionsAllowed(this.session.request);
    this.#scope ??= this.session.expressionScope({
      prepared: this.prepared,
      turn: this.turn,
      inputs: this.received,
      fromAI: this.#fromAI,
    });
    return this.#scope;
  };
}
