import type { ExecutionOutline, PinData } from '@millrace/contract';
import { outlinePages } from '../api/execution-data.ts';
import { t } from '../messages/executions.ts';
import { setPinData } from './commands/index.ts';
import { keysByName } from './keys.ts';
import { tellInfo, tellWarning } from './notices.ts';
import { pinnedFrom } from './pinned-from.ts';
import { runFromOutline, withMoreRuns } from './run-view.ts';
import type { WorkflowSession } from './session.ts';
import type { Command, NodeKey, RunView } from './types.ts';
import { withWholeResults } from './whole-results.ts';

/** The nodes that have started the execution: nothing came into them. */
const startsOf = ({ nodes }: Pick<ExecutionOutline, 'nodes'>): string[] => [
  ...new Set(nodes.filter(({ task }) => task.source.length === 0 && !task.serves).map(({ node }) => node)),
];

/** What a node gave by its first output in its first run; undefined where it cannot be pinned: it has files, or lies on the server. */
const pinOf = (run: RunView, key: NodeKey): PinData[string] | undefined => {
  const node = run.nodes[key];
  const items = node?.earlier === 0 ? node.tasks[0]?.data?.main?.[0] : undefined;
  return items?.length && items.every(({ binary }) => !binary) ? pinnedFrom(items) : undefined;
};

/**
 * Shows an execution on the workflow as it is now, and pins what its trigger gave, as one step: so a run by hand starts from the same data.
 *
 * @throws ApiError
 */
export const debugExecution = async (session: WorkflowSession, id: string): Promise<void> => {
  const { document } = session.state();
  const keys = keysByName(document);
  let run: RunView | undefined;
  let starts: string[] = [];
  for await (const page of outlinePages(id)) {
    starts = run ? starts : startsOf(page);
    run = run ? withMoreRuns(run, page) : runFromOutline(page, keys, document);
  }
  const startKeys = starts.flatMap((name) => keys.get(name) ?? []);
  const whole = await withWholeResults(run!, startKeys);
  const pins = startKeys.flatMap((key) => {
    const pin = pinOf(whole, key);
    return pin ? [[key, pin] as const] : [];
  });
  // What was pinned changes nothing about results that came from it.
  const show = () => session.runs.show({ ...whole, started: session.state().document });
  if (pins.length === 0) {
    show();
    tellWarning(t('debug.notPinned'), { message: t('debug.notPinned.message'), topic: 'run' });
    return;
  }
  const pinAll: Command = (draft) => {
    for (const [key, pin] of pins) setPinData(key, pin)(draft);
  };
  session.dispatch('history.debugExecution', pinAll);
  show();
  tellInfo(t('debug.pinned', { id }), { message: t('debug.pinned.message'), topic: 'run' });
};
