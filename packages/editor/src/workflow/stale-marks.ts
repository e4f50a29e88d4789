import { limits } from '@millrace/contract';
import type { WorkflowStore } from './store.ts';
import type { WorkflowDocument, WorkflowState } from './types.ts';

/** Keeps `run.stale` in step with the document. What decides is loaded with the first edit after a run, and asked when typing pauses. */

type Moment = Pick<WorkflowState, 'document' | 'run'>;

/** Names, tags and places of nodes may differ: that takes a closer look. */
const isSameGraph = (a: WorkflowDocument, b: WorkflowDocument): boolean =>
  a.nodes === b.nodes && a.wires === b.wires && a.pinData === b.pinData && a.settings === b.settings;

const nothing: ReadonlySet<string> = new Set();

const staleNow = async ({ document, run }: Moment): Promise<ReadonlySet<string>> => {
  if (!run.started || isSameGraph(run.started, document)) return nothing;
  const { staleNodes } = await import('./run-plan.ts');
  return staleNodes(document, run);
};

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((key) => b.has(key));

const mark = async (store: WorkflowStore): Promise<void> => {
  const { document, run } = store.getState();
  const stale = await staleNow({ document, run });
  store.setState((state): Partial<WorkflowState> => {
    // Another change came meanwhile, and with it another round.
    if (state.document !== document || state.run.started !== run.started) return {};
    return isSameSet(state.run.stale, stale) ? {} : { run: { ...state.run, stale } };
  });
};

/** Returns the end of it. */
export const followStaleness = (store: WorkflowStore): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.subscribe((now, before) => {
    const isSame =
      now.document === before.document &&
      now.run.started === before.run.started &&
      now.run.status === before.run.status;
    if (isSame || !now.run.started) return;
    clearTimeout(timer);
    // Where the part cannot be loaded, the next change tries again.
    timer = setTimeout(() => void mark(store).catch(() => {}), limits.debounce);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};
