import type { NewResults } from './writes.ts';

/** Texts of the columns that hold JSON. */

export const progressText = ({ progress }: Pick<NewResults, 'progress'>): string | null =>
  progress ? JSON.stringify(progress) : null;

export const customDataText = ({ progress }: Pick<NewResults, 'progress'>): string | null => {
  const { customData } = progress ?? {};
  return customData && Object.keys(customData).length > 0 ? JSON.stringify(customData) : null;
};

/** Puts changed parts (`global`, `node:<name>`) over the rest. Entries, not assignments: parts are named after nodes, which users name. */
export const mergeStaticData = (stored: string | null, changes: Record<string, unknown>): string => {
  const before = Object.entries(JSON.parse(stored ?? '{}') as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(new Map([...before, ...Object.entries(changes)])));
};
