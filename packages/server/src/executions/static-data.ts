import type { RunnableVersion } from './types.ts';

/**
 * Static data of workflows as it was read last, in an instance of one process, so that an execution can begin before anything of it is written. A change of
 * the workflow makes a new version object, which knows nothing yet; what executions change is told here.
 */
export interface KnownStaticData {
  /** JSON, or null where the workflow has none; undefined: not known. */
  of(version: RunnableVersion): string | null | undefined;
  /** What is read from now on may be kept, unless the static data changes meanwhile. @returns takes it */
  expect(version: RunnableVersion): (text: string | null) => void;
  /** Before anyone is told of the end of the execution that has changed it. */
  changed(workflowId: number): void;
}

/** Workflows whose static data is known, and characters of it that are kept for one. */
const mostKnown = 1000;
const longestKept = 10_000;

export const createKnownStaticData = (): KnownStaticData => {
  const known = new Map<number, { version: RunnableVersion; text: string | null }>();
  let changes = 0;
  return {
    of(version) {
      const found = version.workflowId === null ? undefined : known.get(version.workflowId);
      return found?.version === version ? found.text : undefined;
    },
    expect(version) {
      const { workflowId } = version;
      const before = changes;
      return (text) => {
        if (workflowId === null || changes !== before || (text?.length ?? 0) > longestKept) return;
        if (known.size >= mostKnown) known.clear();
        known.set(workflowId, { version, text });
      };
    },
    changed(workflowId) {
      changes++;
      known.delete(workflowId);
    },
  };
};
