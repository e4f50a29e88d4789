import type { WorkflowSession } from '../workflow/session.ts';

/** Commands whose keys, hit twice in so many milliseconds, act once. Of copying and saving, once more would make no difference. */
const pauses: Readonly<Record<string, number>> = {
  toggleDisabled: 350,
  remove: 500,
  cut: 1000,
  paste: 1000,
  selectAll: 1000,
  rename: 1500,
};

const lastHits = new WeakMap<WorkflowSession, Map<string, number>>();

/** Whether the keys of a command were hit again so soon that one hit was meant. Each call is a hit. */
export const isHitTwice = (session: WorkflowSession, command: string): boolean => {
  const pause = pauses[command];
  if (pause === undefined) return false;
  const hits = lastHits.get(session) ?? new Map<string, number>();
  lastHits.set(session, hits);
  const now = performance.now();
  if (now - (hits.get(command) ?? Number.NEGATIVE_INFINITY) < pause) return true;
  hits.set(command, now);
  return false;
};
