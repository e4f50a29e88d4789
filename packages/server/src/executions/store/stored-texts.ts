import type { RunInput, StoredResumption, StoredWait } from '../types.ts';
import type { ExecutionWait, ExecutionWrite, Results } from './execution-store.ts';

/** Texts of the columns that hold JSON, the same in both databases. */

export const progressText = ({ progress }: Results): string | null => (progress ? JSON.stringify(progress) : null);

export const customDataText = ({ progress }: Results): string | null => {
  const { customData } = progress ?? {};
  return customData && Object.keys(customData).length > 0 ? JSON.stringify(customData) : null;
};

/** Puts changed parts (`global`, `node:<name>`) over the rest. Entries, not assignments: parts are named after nodes, which users name. */
export const mergeStaticData = (stored: string | null, changes: Record<string, unknown>): string => {
  const before = Object.entries(JSON.parse(stored ?? '{}') as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(new Map([...before, ...Object.entries(changes)])));
};

/** Whether a waiting row waits for this. */
export const endsWait = (
  { wait, waitCount }: { wait: StoredWait; waitCount: number },
  { resumption, waitCount: meant }: Extract<ExecutionWrite, { kind: 'resume' }>,
): boolean => {
  if (meant !== undefined && meant !== waitCount) return false;
  switch (resumption.kind) {
    case 'time':
      return wait.till !== null;
    case 'webhook':
      return wait.webhook !== undefined;
    case 'form':
      return wait.form !== undefined;
    case 'execution':
      return wait.executionId !== undefined && wait.executionId === resumption.result.executionId;
  }
};

export const resumptionText = (wait: StoredWait, resumption: StoredResumption['resumption']): string =>
  JSON.stringify({ resumption, memo: wait.memo } satisfies StoredResumption);

/**
 * What has ended a wait before the row said that it waits: the end of the execution that it waits for.
 * @param stored JSON of a StoredResumption
 */
export const earlyResumption = (stored: string | null, { wait }: ExecutionWait): string | undefined => {
  if (stored === null || wait.executionId === undefined) return undefined;
  const { resumption } = JSON.parse(stored) as StoredResumption;
  const isMeant = resumption.kind === 'execution' && resumption.result.executionId === wait.executionId;
  return isMeant ? resumptionText(wait, resumption) : undefined;
};

/** JSON of RunInput with another answer asked for. */
export const withAnswer = (start: string, lastNodeAnswer: RunInput['lastNodeAnswer']): string =>
  JSON.stringify({ ...(JSON.parse(start) as RunInput), lastNodeAnswer });
