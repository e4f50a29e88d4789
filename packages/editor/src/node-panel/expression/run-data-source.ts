/** The data that an expression of the open node sees in the editor: the same interface that the run loop gives it, over the run on screen. */
import type { Item, TaskData } from '@millrace/contract';
import type { ExpressionData } from '@millrace/engine';
import { t } from '../../messages/panel.ts';
import type { DocumentNode, NodeKey, WorkflowState } from '../../workflow/types.ts';
import {
  ancestorsOf,
  keyOfName,
  outputItems,
  type RunSnapshot,
  shownInputsOf,
  shownTasksOf,
} from '../run-data/node-data.ts';

interface RunDataSourceOptions {
  state: Pick<WorkflowState, 'id' | 'active' | 'document' | 'run'>;
  key: NodeKey;
  /** The run of the node that is looked at, and what is known of it. */
  runIndex: number;
  task: TaskData | undefined;
  /** The run from which its first input came, where that had to be read from the server. */
  given?: TaskData;
  /** An item of the first input that had to be read by itself, since the result is too large to be here. */
  chosen?: { index: number; item: Item };
  /** The instance's zone, for workflows that name none. */
  timezone: string;
  /** Stored parameters with defaults filled in. */
  parametersOf(node: DocumentNode): Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  now(): number;
  random(): number;
}

const unread: Item = { json: {} };

/** Items between those that are here and the chosen one are empty. */
const withItem = (known: readonly Item[], { index, item }: { index: number; item: Item }): readonly Item[] => {
  if (index < known.length) return known;
  return [...known, ...new Array<Item>(index - known.length).fill(unread), item];
};

/** @returns undefined if the document has no such node. */
export const createRunDataSource = (options: RunDataSourceOptions): ExpressionData | undefined => {
  const { state, key, runIndex, task, given, chosen } = options;
  const { document, run } = state;
  if (!Object.hasOwn(document.nodes, key)) return undefined;
  const node = document.nodes[key]!.data;
  const snapshot: RunSnapshot = { document, run };
  const inputs = shownInputsOf(snapshot, key, task).map(({ source, items }, input) => {
    if (input > 0) return { source, items };
    const known = items ?? (source && given ? outputItems(given, source.output) : null);
    return { source, items: chosen ? withItem(known ?? [], chosen) : known };
  });
  const ancestors = ancestorsOf(document, key);
  const zone = document.settings.timezone;

  return {
    workflow: { id: state.id, name: document.name, active: state.active },
    execution: { id: run.executionId ?? t('panel.expression.atRunTime'), mode: 'manual' },
    node: { name: node.name, typeVersion: node.typeVersion ?? 1, id: node.id, webhookId: node.webhookId },
    runIndex,
    inputs: inputs.map(({ items }) => items),
    source: inputs.map(
      ({ source }) =>
        source && { previousNode: source.name, previousNodeOutput: source.output, previousNodeRun: source.run },
    ),
    timezone: zone && zone !== 'DEFAULT' ? zone : options.timezone,
    now: options.now,
    random: options.random,
    hasNode: (name) => keyOfName(document, name) !== undefined,
    runsOf: (name) => {
      const found = keyOfName(document, name);
      // Of a long loop the first runs are not here: whoever asks for one of them finds nothing, as for one without items.
      return found === undefined ? [] : (shownTasksOf(snapshot, found) as readonly TaskData[]);
    },
    outputLeadingHere: (name) => ancestors.get(keyOfName(document, name) ?? '') ?? 0,
    leadsHere: (name) => ancestors.has(keyOfName(document, name) ?? ''),
    parametersOf: (name) => {
      const found = keyOfName(document, name);
      return found === undefined ? {} : options.parametersOf(document.nodes[found]!);
    },
    contextOf: () => ({}),
  };
};
