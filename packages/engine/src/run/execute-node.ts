import { type ExecutionError, type Item, type ItemLists, isObject } from '@millrace/contract/data';
import { linkedToThemselves, linkOutputs } from '../items/pairing.ts';
import type { ExecuteContext, NodeOutput } from '../node-api/context.ts';
import { NodeError } from '../node-api/errors.ts';
import { itemIndexOf, NodeRunContext } from './context.ts';
import { toExecutionError } from './errors.ts';
import { pinnedItems } from './pinned.ts';
import type { PreparedNode } from './prepare.ts';
import { type RunSession, visibleInputs } from './session.ts';
import type { QueuedRun } from './types.ts';

/** How a node run ended. With `error` the run as a whole has failed. */
export type NodeResult =
  | { readonly outputs: ItemLists; readonly error?: undefined }
  | { readonly error: ExecutionError };

/** A node run that has begun. Sync nodes have their result at once: no promise, no turn of the event loop. */
export interface NodeRun {
  readonly result: NodeResult | Promise<NodeResult>;
  /** Makes what the node still says go nowhere. */
  abandon(): void;
}

const done = (result: NodeResult): NodeRun => ({ result, abandon: () => {} });

/** Runs a node: passes items through a disabled one, takes pinned output, or calls the definition with retries. Never throws. */
export const executeNode = (session: RunSession, prepared: PreparedNode, run: QueuedRun, runIndex: number): NodeRun => {
  const { node, definition } = prepared;
  const { request } = session;
  const fail = (thrown: unknown) =>
    toExecutionError(thrown, {
      node: node.name,
      runIndex,
      itemIndex: itemIndexOf(thrown),
      timestamp: request.host.now(),
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
  if (!definition) {
    const version = node.typeVersion === undefined ? '' : ` (version ${node.typeVersion})`;
    const description = 'Install the node, replace it, disable it or pin data to it.';
    return done({ error: fail(new NodeError(`The node type ${node.type}${version} is not known`, { description })) });
  }

  let context: NodeRunContext;
  const attempt = (isLast: boolean): NodeOutput | Promise<NodeOutput> => {
    const continues = isLast && prepared.onError !== 'stopWorkflow';
    context = new NodeRunContext(session, prepared, run, runIndex, continues);
    if (!definition.execute) throw new NodeError('The node only serves others: run the node that it is connected to');
    return definition.execute(context as unknown as ExecuteContext) as NodeOutput | Promise<NodeOutput>;
  };
  const succeed = (output: NodeOutput): NodeResult => {
    try {
      return { outputs: completeOutputs(output, prepared, run, runIndex) };
    } catch (error) {
      return giveUp(error);
    }
  };
  const giveUp = (thrown: unknown): NodeResult => {
    const error = fail(thrown);
    if (prepared.onError === 'stopWorkflow' || request.signal.aborted) return { error };
    return { outputs: failureOutputs(error, prepared, run) };
  };
  const retry = async (thrown: unknown): Promise<NodeResult> => {
    let failure = thrown;
    for (let tries = 1; tries < prepared.maxTries && !request.signal.aborted; tries++) {
      context.close();
      try {
        await request.host.sleep(prepared.retryWait, request.signal);
        request.signal.throwIfAborted();
        return succeed(await attempt(tries + 1 === prepared.maxTries));
      } catch (error) {
        failure = error;
      }
    }
    return giveUp(failure);
  };
  const recover = (thrown: unknown) => (prepared.maxTries > 1 ? retry(thrown) : giveUp(thrown));

  const begin = (): NodeResult | Promise<NodeResult> => {
    try {
      const output = attempt(prepared.maxTries === 1);
      return output instanceof Promise ? output.then(succeed, recover) : succeed(output);
    } catch (error) {
      return recover(error);
    }
  };
  return { result: begin(), abandon: () => context.close() };
};

/** Checks what a node gave, links its items, moves failed items to the error output, and sees to `alwaysOutputData`. */
const completeOutputs = (output: NodeOutput, prepared: PreparedNode, run: QueuedRun, runIndex: number): ItemLists => {
  checkOutput(output);
  const inputs = visibleInputs(prepared, run);
  let outputs = linkOutputs(output, inputs);
  if (prepared.onError === 'continueErrorOutput') outputs = divertFailures(outputs, prepared, runIndex);
  if (prepared.node.alwaysOutputData && outputs.every((items) => !items?.length)) {
    outputs = linkOutputs([[{ json: {} }]], inputs);
  }
  return Array.isArray(outputs[0]) ? outputs : [[], ...outputs.slice(1)];
};

const checkOutput = (output: NodeOutput): void => {
  if (!Array.isArray(output)) throw new TypeError('The node did not give a list of outputs');
  for (const [index, items] of output.entries()) {
    if (items === null || items === undefined) continue;
    if (!Array.isArray(items)) throw new TypeError(`Output ${index} of the node is no list of items`);
    for (let item = 0; item < items.length; item++) {
      if (isObject(items[item]?.json)) continue;
      throw new TypeError(`Item ${item} of output ${index} has no object as json`);
    }
  }
};

/** Items that failed in this very node run; those that came in with an error of an earlier node stay where they are. */
const divertFailures = (outputs: ItemLists, { node, outputCount }: PreparedNode, runIndex: number): ItemLists => {
  const isOwnFailure = ({ error }: Item) => error?.node === node.name && error.runIndex === runIndex;
  const failed = outputs.flatMap((items) => items?.filter(isOwnFailure) ?? []);
  if (failed.length === 0) return outputs;
  const kept = outputs.map((items) => items?.filter((item) => !isOwnFailure(item)) ?? null);
  while (kept.length < outputCount) kept.push(null);
  kept[outputCount] = [...(kept[outputCount] ?? []), ...failed];
  return kept;
};

/** A node that failed as a whole and goes on gives one item that says so. */
const failureOutputs = (error: ExecutionError, prepared: PreparedNode, run: QueuedRun): ItemLists => {
  const item: Item = { json: { error: error.message }, error };
  if (error.itemIndex !== undefined) item.pairedItem = error.itemIndex;
  const [items] = linkOutputs([[item]], visibleInputs(prepared, run));
  if (prepared.onError === 'continueRegularOutput') return [items!];
  const outputs: ItemLists = new Array(prepared.outputCount).fill(null);
  if (outputs.length > 0) outputs[0] = [];
  outputs.push(items!);
  return outputs;
};
