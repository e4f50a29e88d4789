import type { Audit, AuditedCaller } from '../audit/audit.ts';
import type { Clock } from '../platform/clock.ts';

/** A credential that somebody else owns than whoever it is used for. */
export interface ForeignUse {
  credential: { id: number; name: string };
  userId: string;
  workflowId: string | null;
}

/** Milliseconds for which the same use is recorded once: a busy workflow makes thousands of requests. */
const recordedEvery = 3_600_000;
const mostKnown = 10_000;

/** Puts the use of shared credentials into the audit list, and hinders nobody who uses them. */
export const createAuditedUses = (options: {
  audit: Pick<Audit, 'record'>;
  clock: Clock;
  findPerson(id: string): Promise<AuditedCaller['user'] | undefined>;
}): ((use: ForeignUse) => void) => {
  /** When each was recorded last, oldest first. */
  const recorded = new Map<string, number>();

  const record = async ({ credential: { id, name }, userId, workflowId }: ForeignUse): Promise<void> => {
    const user = await options.findPerson(userId);
    if (!user) return;
    const details = workflowId === null ? undefined : { workflowId };
    await options.audit.record({ action: 'credential.used', caller: { user }, resourceId: id, name, details });
  };

  return (use) => {
    const key = JSON.stringify([use.credential.id, use.userId, use.workflowId]);
    const now = options.clock.now();
    const before = recorded.get(key);
    if (before !== undefined && now - before < recordedEvery) return;
    recorded.delete(key);
    recorded.set(key, now);
    if (recorded.size > mostKnown) recorded.delete(recorded.keys().next().value!);
    // The audit list logs what it could not record; a user who cannot be read is not worth a failed request.
    record(use).catch(() => recorded.delete(key));
  };
};
