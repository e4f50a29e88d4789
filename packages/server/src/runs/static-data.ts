import type { RunnableVersion } from './types.ts';

/**
 * Static data: what the nodes of a workflow keep between its production runs. A run gets what the last one that ended left, also where
 * the workflow was changed while that one ran. A version that is loaded anew brings the stored state with it.
 */
export interface StaticData {
  /** JSON for a run that starts now, if there is any. */
  of(version: RunnableVersion): string | undefined;
  /** Puts changed parts (`global`, `node:<name>`) over the rest; undefined where there is no stored workflow to keep it. */
  merge(version: RunnableVersion, changes: Record<string, unknown>): { workflowId: number; text: string } | undefined;
}

export const createStaticData = (): StaticData => {
  /** By workflow. */
  const newest = new Map<number, string | undefined>();
  const seen = new WeakSet<RunnableVersion>();

  const storedWith = ({ workflow: { staticData } }: RunnableVersion) =>
    staticData ? JSON.stringify(staticData) : undefined;

  const of: StaticData['of'] = (version) => {
    const { workflowId } = version;
    if (workflowId === null) return storedWith(version);
    if (!seen.has(version)) {
      seen.add(version);
      newest.set(workflowId, storedWith(version));
    }
    return newest.get(workflowId);
  };

  return {
    of,
    merge(version, changes) {
      if (version.workflowId === null) return undefined;
      // Entries, not assignments: parts are named after nodes, which users name.
      const before = Object.entries(JSON.parse(of(version) ?? '{}') as Record<string, unknown>);
      const merged = new Map([...before, ...Object.entries(changes)]);
      const text = JSON.stringify(Object.fromEntries(merged));
      newest.set(version.workflowId, text);
      return { workflowId: version.workflowId, text };
    },
  };
};
