/** The data that an expression of the open node sees in the editor: what the run loop would give it, over the run on screen, in parts. */
import type { Item, TaskData } from '@millrace/contract';
import { t } from '../../../messages/panel.ts';
import type { DocumentNode, NodeKey, WorkflowState } from '../../../workflow/types.ts';
import {
  ancestorsOf,
  keyOfName,
  outputItems,
  type RunSnapshot,
  shownInputsOf,
  shownTasksOf,
} from '../../run-data/node-data.ts';
import type { ChosenItem, PartKey, PreviewBase } from './protocol.ts';

interface PreviewSourceOptions {
  state: Pick<WorkflowState, 'id' | 'active' | 'document' | 'run'>;
  key: NodeKey;
  /** The run of the node that is looked at, and what is known of it. */
  runIndex: number;
  task: TaskData | undefined;
  /** The run from which its first input came, where that had to be read from the server. */
  given?: TaskData;
  /** An item of the first input that had to be read by itself, since the result is too large to be here. */
  chosen?: ChosenItem;
  /** The instance's zone, for workflows that name none. */
  timezone: string;
  /** Stored parameters with defaults filled in. */
  parametersOf(node: DocumentNode): Readonly<Record<string, unknown>>;
}

export interface PreviewSource {
  /** What a part is now: lists are other lists, or hold other elements, when they have changed. */
  part(key: PartKey): unknown;
}

/** @returns undefined if the document has no such node. */
export const createPreviewSource = (options: PreviewSourceOptions): PreviewSource | undefined => {
  const { state, key, runIndex, task, given, chosen } = options;
  const { document, run } = state;
  if (!Object.hasOwn(document.nodes, key)) return undefined;
  const node = document.nodes[key]!.data;
  const snapshot: RunSnapshot = { document, run };
  const inputs = shownInputsOf(snapshot, key, task);
  const items = inputs.map(({ source, items: known }, input): readonly Item[] | null =>
    input === 0 ? (known ?? (source && given ? outputItems(given, source.output) : null)) : known,
  );
  const zone = document.settings.timezone;

  const base = (): PreviewBase => ({
    workflow: { id: state.id, name: document.name, active: state.active },
    execution: { id: run.executionId ?? t('panel.expression.atRunTime'), mode: 'manual' },
    node: { name: node.name, typeVersion: node.typeVersion ?? 1, id: node.id, webhookId: node.webhookId },
    runIndex,
    source: inputs.map(
      ({ source }) =>
        source && { previousNode: source.name, previousNodeOutput: source.output, previousNodeRun: source.run },
    ),
    timezone: zone && zone !== 'DEFAULT' ? zone : options.timezone,
    nodeNames: Object.values(document.nodes).map(({ data }) => data.name),
    leading: [...ancestorsOf(document, key)].flatMap(([ancestor, output]) => {
      const name = document.nodes[ancestor]?.data.name;
      return name === undefined ? [] : [[name, output] as const];
    }),
  });
  const baseText = JSON.stringify(base());

  const ofNode = (wanted: PartKey): unknown => {
    const name = wanted.slice(wanted.indexOf(' ') + 1);
    const found = keyOfName(document, name);
    if (found === undefined) return undefined;
    // Of a long loop the first runs are not here: whoever asks for one of them finds nothing, as for one without items.
    if (wanted.startsWith('runs ')) return shownTasksOf(snapshot, found);
    return JSON.stringify(options.parametersOf(document.nodes[found]!));
  };
  return {
    part(wanted) {
      if (wanted === 'base') return baseText;
      if (wanted === 'inputs') return items;
      return wanted === 'chosen' ? chosen : ofNode(wanted);
    },
  };
};
