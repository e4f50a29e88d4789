import type { Item, JsonObject } from '@millrace/contract/data';
import {
  defineNode,
  type ExecuteContext,
  NodeError,
  type NodeOutput,
  type Wait,
  type WorkflowCallResult,
} from '@millrace/engine/node-api';
import { executeWorkflowParameters } from './parameters.ts';
import { readInput } from './read-inputs.ts';
import { readWorkflow } from './read-workflow.ts';

type Context = ExecuteContext<typeof executeWorkflowParameters>;

/**
 * Calls another workflow. A called run that waits for long makes this one wait for its end, as data: `execute` is then called again with that
 * end, and with what earlier items have given as its memo.
 */
export const executeWorkflow = defineNode({
  name: 'core.executeWorkflow',
  displayName: 'Execute Workflow',
  description: 'Runs another workflow and continues with its result',
  versions: [1, 1.1, 1.2, 1.3],
  defaultVersion: 1.3,
  aliases: ['n8n-nodes-base.executeWorkflow'],
  group: ['transform'],
  defaults: { name: 'Execute Workflow', color: '#5468d8' },
  subtitle: '={{ $parameter.mode === "each" ? $parameter.mode : "" }}',
  inputs: ['main'],
  outputs: ['main'],
  // The same call made once more finds the run that it has started.
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['sub-workflow', 'subworkflow', 'call', 'function', 'child', 'run workflow'],
  },
  parameters: executeWorkflowParameters,
  execute: (context) => (context.parameter('mode') === 'each' ? callForEach(context) : callOnce(context)),
});

const callOnce = async (context: Context): Promise<NodeOutput | Wait> => {
  const waitForEnd = context.parameter('options').waitForSubWorkflow !== false;
  const result =
    resultOfWait(context) ??
    (await context.callWorkflow({
      workflow: await readWorkflow(context, 0),
      items: context.items.map((_, index) => readInput(context, index)),
      waitForEnd,
    }));
  if (result.status === 'waiting') return context.wait({ till: null, executionId: result.executionId });
  if (result.status === 'started') return [context.items as Item[]];
  return [itemsOf(result).map((item) => unlinked(item))];
};

const callForEach = async (context: Context): Promise<NodeOutput | Wait> => {
  const waitForEnd = context.parameter('options').waitForSubWorkflow !== false;
  const { output, next } = readMemo(context);
  let ended = resultOfWait(context);
  for (let index = next; index < context.items.length; index++) {
    try {
      const result = ended ?? (await callFor(context, index, waitForEnd));
      ended = undefined;
      if (result.status === 'waiting') {
        const memo = { next: index, output } as unknown as JsonObject;
        return context.wait({ till: null, executionId: result.executionId, memo });
      }
      if (result.status === 'started') output.push(context.items[index] as Item);
      else for (const item of itemsOf(result, index)) output.push({ ...unlinked(item), pairedItem: index });
    } catch (error) {
      ended = undefined;
      if (!context.continueOnFail || context.signal.aborted) throw error;
      output.push(context.failedItem(error, index));
    }
  }
  return [output];
};

const callFor = async (context: Context, itemIndex: number, waitForEnd: boolean): Promise<WorkflowCallResult> =>
  context.callWorkflow({
    workflow: await readWorkflow(context, itemIndex),
    items: [readInput(context, itemIndex)],
    waitForEnd,
    itemIndex,
  });

/** What was done before the wait: what the items before `next` have given. */
const readMemo = ({ memo }: Context): { output: Item[]; next: number } => {
  if (!memo) return { output: [], next: 0 };
  const { output, next } = memo as unknown as { output: Item[]; next: number };
  return { output: [...output], next };
};

const resultOfWait = ({ resumption }: Context): WorkflowCallResult | undefined =>
  resumption?.kind === 'execution' ? resumption.result : undefined;

/** @throws NodeError where the called run has failed */
const itemsOf = (result: WorkflowCallResult, itemIndex?: number): Item[] => {
  if (result.status === 'success') return result.items;
  if (result.status !== 'error') throw new NodeError(`The called run is ${result.status} and has given nothing yet`);
  const { executionId, error } = result;
  // It could not be started.
  if (executionId === '') throw new NodeError(error.message, { description: error.description, itemIndex });
  const place = error.node === undefined ? '' : `, at its node "${error.node}"`;
  // What a failed call within the called workflow says of itself would grow with each level.
  const more = error.description && error.context?.executionId === undefined ? ` ${error.description}` : '';
  throw new NodeError(error.message, {
    description: `The called workflow failed in execution ${executionId}${place}.${more}`,
    itemIndex,
    context: { executionId },
  });
};

/** Its links speak of the nodes of the other run. */
const unlinked = ({ json, binary }: Item): Item => (binary ? { json, binary } : { json });
