import {
  type ExecutionError,
  type ItemLists,
  limits,
  type NodeState,
  packageOfType,
  type WorkflowNode,
} from '@millrace/contract/data';
import { linkedToThemselves, linkOutputs } from '../items/pairing.ts';
import { toJsonValue } from '../items/to-json.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import { NodeError } from '../node-api/errors.ts';
import { NodeRuns } from '../node-api/node-run.ts';
import { Wait, type WaitRequest } from '../node-api/wait.ts';
import { type Asking, toAsking } from './asked-runs.ts';
import { itemIndexOf, NodeRunContext } from './context.ts';
import { toExecutionError } from './errors.ts';
import { completeOutputs, failureOutputs } from './node-outputs.ts';
import { pinnedItems } from './pinned.ts';
import type { PreparedNode } from './prepare.ts';
import { type NodeTurn, type RunSession, visibleInputs } from './session.ts';
import { missingSubNode } from './sub-nodes.ts';

/** How a node run ended, if it did. With `error` the run as a whole has failed. */
export type NodeResult =
  | (Other<'error' | 'wait' | 'asking'> & { readonly outputs: ItemLists; readonly state?: NodeState })
  | (Other<'wait' | 'asking'> & { readonly error: ExecutionError })
  | (Other<'error' | 'asking'> & { readonly wait: WaitRequest })
  | (Other<'error' | 'wait'> & { readonly asking: Asking; readonly state?: NodeState });

type Other<N extends string> = { readonly [name in N]?: undefined };

/** A node run that has begun. Sync nodes have their result at once: no promise, no turn of the event loop. */
export interface NodeRun {
  readonly result: NodeResult | Promise<NodeResult>;
  /** How often it was tried by now. */
  tries(): number;
  /** Makes what the node still says go nowhere. */
  abandon(): void;
}

const done = (result: NodeResult): NodeRun => ({ result, tries: () => 1, abandon: () => {} });

/** What a node run executes; undefined where items only pass, or are there already. */
const executedDefinition = (session: RunSession, { node, definition }: PreparedNode): NodeDefinition | undefined =>
  node.disabled || pinnedItems(session.request, node.name) ? undefined : definition;

/** Whether running the node twice does no harm. */
export const isRepeatable = (session: RunSession, turn: NodeTurn): boolean => {
  const definition = executedDefinition(session, turn.prepared);
  if (!definition) return true;
  const { repeatable = false } = definition;
  if (typeof repeatable === 'boolean') return repeatable;
  try {
    return repeatable(new NodeRunContext(session, turn, false));
  } catch {
    return false;
  }
};

/** Whether the node acts on the world by other means than the host. */
export const hasOwnEffects = (session: RunSession, prepared: PreparedNode): boolean =>
  executedDefinition(session, prepared)?.ownEffects === true;

/** Whether the node keeps something between its runs. */
export const keepsState = (session: RunSession, prepared: PreparedNode): boolean =>
  executedDefinition(session, prepared)?.keepsState === true;

/** Runs a node: passes items through a disabled one, takes pinned output, or calls the definition with retries. Never throws. */
export const executeNode = (session: RunSession, turn: NodeTurn): NodeRun => {
  const { prepared, run, runIndex } = turn;
  const { node, definition } = prepared;
  const { request, host } = session;
  const fail = (thrown: unknown) =>
    toExecutionError(thrown, {
      node: node.name,
      runIndex,
      itemIndex: itemIndexOf(thrown),
      timestamp: host.now(),
      mask: host.mask,
    });

  const limit = request.maxRunsPerNode ?? 1_000_000;
  if (runIndex >= limit) {
    const description = 'It looks like a loop without an end. Check the condition that is to leave it.';
    return done({ error: fail(new NodeError(`The node has run ${limit} times`, { description })) });
  }
  if (node.disabled) {
    return done({ outputs: [[...linkedToThemselves(run.inputs[0] ?? [], 0)]] });
  }
  const pinned = pinnedItems(request, node.name);
  if (pinned) return done({ outputs: linkOutputs([pinned], visibleInputs(prepared, run)) });
  const unable = whyNotExecutable(session, turn);
  if (unable) return done({ error: fail(unable) });

  const hasState = definition!.keepsState === true;
  if (hasState) session.nodeStates.open(node.name, runIndex, visibleInputs(prepared, run)[0] ?? []);
  /** @throws TypeError where the node keeps what cannot be stored; a second call does not */
  const end = (outputs: ItemLists): NodeResult =>
    hasState ? { outputs, state: session.nodeStates.close() } : { outputs };

  let tries = 1;
  let context: NodeRunContext;
  const attempt = (isLast: boolean) => {
    context = new NodeRunContext(session, turn, isLast && prepared.onError !== 'stopWorkflow');
    const { trigger } = context;
    return trigger?.kind === 'output' ? trigger.output : definition!.execute!(context);
  };
  /** What comes next when the attempt is over and its sub-nodes are closed. */
  const afterwards = <T>(hasSucceeded: boolean, next: () => T | Promise<T>): T | Promise<T> =>
    context.close(hasSucceeded)?.then(next) ?? next();

  const succeed = (output: unknown) =>
    afterwards(true, (): NodeResult => {
      try {
        if (output instanceof Wait) return { wait: checkWait(output.request) };
        if (output instanceof NodeRuns) {
          const asking = toAsking(session.workflow.graph, node.name, output);
          return hasState ? { asking, state: session.nodeStates.close() } : { asking };
        }
        return end(completeOutputs(output, prepared, run, runIndex));
      } catch (error) {
        return giveUp(error);
      }
    });
  const giveUp = (thrown: unknown): NodeResult => {
    const error = fail(thrown);
    if (prepared.onError === 'stopWorkflow' || request.signal.aborted) return { error };
    return end(failureOutputs(error, prepared, run));
  };
  const retry = async (thrown: unknown): Promise<NodeResult> => {
    let failure = thrown;
    const limited = limitedRetries(node);
    if (limited) session.log(node.name, [limited]);
    while (tries < prepared.maxTries && !request.signal.aborted) {
      tries += 1;
      try {
        await host.sleep(prepared.retryWait, request.signal);
        request.signal.throwIfAborted();
        const output = await attempt(tries === prepared.maxTries);
        return await succeed(output);
      } catch (error) {
        failure = error;
        await context.close(false);
      }
    }
    return giveUp(failure);
  };
  const recover = (thrown: unknown) =>
    afterwards(false, () => (prepared.maxTries > 1 ? retry(thrown) : giveUp(thrown)));

  const begin = (): NodeResult | Promise<NodeResult> => {
    try {
      const output = attempt(prepared.maxTries === 1);
      return output instanceof Promise ? output.then(succeed, recover) : succeed(output);
    } catch (error) {
      return recover(error);
    }
  };
  return { result: begin(), tries: () => tries, abandon: () => void context.close(false) };
};

const whyNotExecutable = ({ workflow, request }: RunSession, { prepared, run }: NodeTurn): NodeError | undefined => {
  const { node, definition, requiredSubNodes } = prepared;
  if (!definition) return unknownType(prepared, request.nodeTypes.versionsOf?.(node.type) ?? []);
  if (!definition.execute && run.trigger?.kind !== 'output') {
    return new NodeError('The node only serves others', { description: 'Run the node that it is connected to.' });
  }
  return requiredSubNodes.length > 0 ? missingSubNode(workflow.graph, prepared) : undefined;
};

/** What is said where a node asks for more attempts, or longer waits, than there may be. */
const limitedRetries = ({ maxTries, waitBetweenTries }: WorkflowNode): string | undefined => {
  const isWithin = (value: unknown, { min, max }: { min: number; max: number }) =>
    typeof value !== 'number' || (value >= min && value <= max);
  const { retryMaxTries: tries, retryWait: wait } = limits;
  if (isWithin(maxTries, tries) && isWithin(waitBetweenTries, wait)) return undefined;
  return `A node is tried ${tries.min} to ${tries.max} times, with ${wait.min} to ${wait.max} ms in between: its settings ask for something else`;
};

const unknownType = ({ node }: PreparedNode, versions: readonly number[]): NodeError => {
  const { type, typeVersion = 1 } = node;
  if (versions.length === 0) {
    const missing = packageOfType(type);
    const description =
      missing === undefined
        ? 'Replace the node, disable it or pin data to it.'
        : `The package ${missing} is not installed. Install it, or replace the node, disable it or pin data to it.`;
    return new NodeError(`The node type ${type} (version ${typeVersion}) is not known`, { description });
  }
  const known = versions.toSorted((a, b) => a - b).join(', ');
  return new NodeError(`Version ${typeVersion} of the node type ${type} is not known`, {
    description: `Known are ${known}. Replace the node, disable it or pin data to it.`,
  });
};

/** @throws TypeError */
const checkWait = (request: WaitRequest): WaitRequest => {
  const { till } = request;
  if (till !== null && !Number.isFinite(till)) throw new TypeError('The node waits for a time that is none');
  return toJsonValue(request) as unknown as WaitRequest;
};
