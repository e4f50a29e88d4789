import type { WorkflowUpdate } from '@millrace/contract';
import type { patchedContent } from './changes.ts';
import { changeGraph, graphOf, latestPublished, published, runningOf, type WorkflowRow } from './graph.ts';

/** What a workflow's row is after a change. */

/** Two changes in one millisecond must still differ, since this is what conflicts are known by. */
const nextDate = (before: WorkflowRow, now: number): number => Math.max(now, before.updated_at + 1);

const contentOf = (before: WorkflowRow, name: string, parts: Record<string, unknown>, now: number) => {
  const graph = JSON.stringify(parts);
  const isSame = name === before.name && graph === before.graph;
  return { name, graph, revision: isSame ? before.revision : before.revision + 1, updated_at: nextDate(before, now) };
};

/** By a body that names what it changes; its tags are not read. */
export const changedRow = (before: WorkflowRow, change: WorkflowUpdate, now: number): WorkflowRow => {
  const { name, active, staticData, updatedAt: _, revision: __, ...graph } = change;
  const content = contentOf(before, name ?? before.name, changeGraph(JSON.parse(before.graph), graph), now);
  const publishes = active !== undefined || content.revision !== before.revision;
  // The static data of an active workflow belongs to its runs: a save would bring back an old state.
  const takesStaticData = staticData !== undefined && before.active === 0;
  return {
    ...before,
    ...content,
    ...(publishes ? latestPublished : {}),
    active: active === undefined ? before.active : active ? 1 : 0,
    static_data: takesStaticData ? staticData && JSON.stringify(staticData) : before.static_data,
  };
};

/** By patches, which have made this of it. It is stored as it was sent, so that it is what the sender's next patches are about. */
export const patchedRow = (
  before: WorkflowRow,
  { name, ...graph }: ReturnType<typeof patchedContent>,
  { publish, now }: { publish: boolean; now: number },
): WorkflowRow => {
  const content = contentOf(before, name, graphOf(graph), now);
  const running = runningOf(before);
  const publishes = publish || before.active === 0 || content.revision === running.revision;
  return { ...before, ...content, ...(publishes ? latestPublished : published(running)) };
};

/** By a choice of what runs of it. @param earlier undefined: the latest revision */
export const publishedRow = (
  before: WorkflowRow,
  earlier: Pick<WorkflowRow, 'revision' | 'name' | 'graph'> | undefined,
  now: number,
): WorkflowRow => ({
  ...before,
  ...(earlier ? published(earlier) : latestPublished),
  updated_at: nextDate(before, now),
});
