import { limits } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { createHourlyDuty, type Duty } from '../leader-duties.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deleteDraftsBefore } from './draft-store.ts';

const day = 86_400_000;

interface Version {
  revision: number;
  changed_at: number;
  name: string | null;
  isWhole: boolean;
}

/** Those in a row that are made from one whole version, which comes first. */
const groupsOf = (versions: readonly Version[]): Version[][] => {
  const groups: Version[][] = [];
  for (const version of versions) {
    if (version.isWhole || groups.length === 0) groups.push([version]);
    else groups.at(-1)!.push(version);
  }
  return groups;
};

/** @param versions all of a workflow, oldest first */
const deletable = (
  versions: readonly Version[],
  { isKept, isOld }: Record<'isKept' | 'isOld', (version: Version, fromEnd: number) => boolean>,
): number[] => {
  const places = new Map(versions.map(({ revision }, index) => [revision, versions.length - index]));
  const goes = (version: Version): boolean => {
    const fromEnd = places.get(version.revision)!;
    return isOld(version, fromEnd) && !isKept(version, fromEnd);
  };
  // The last whole one is what the next versions are made from.
  return groupsOf(versions)
    .slice(0, -1)
    .flatMap(([whole, ...others]) => {
      if (!others.every(goes)) return [];
      return [...(goes(whole!) ? [whole!] : []), ...others].map(({ revision }) => revision);
    });
};

/**
 * Deletes versions that are too old or too many, and drafts that nobody has touched for long; a duty of the leader. Named versions, the one that runs and the
 * latest hundred, which changes are put together by, are kept; so are a few more, from which one that is kept is made.
 */
export const createVersionPruning = (options: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'versionsMaxCount' | 'versionsMaxAge'>;
}): Duty & { runOnce(): Promise<number> } => {
  const { db, clock, log, config } = options;
  const { versionsMaxCount, versionsMaxAge } = config;

  const crowded = (before: number) =>
    db
      .selectFrom('workflow_changes')
      .select('workflow_id')
      .groupBy('workflow_id')
      .having(({ fn, eb, or }) =>
        or([
          ...(versionsMaxCount > 0 ? [eb(fn.countAll(), '>', Math.max(versionsMaxCount, limits.changesKept))] : []),
          ...(versionsMaxAge > 0
            ? [eb.and([eb(fn.countAll(), '>', limits.changesKept), eb(fn.min('changed_at'), '<', before)])]
            : []),
        ]),
      )
      .execute();

  const pruneWorkflow = async (workflowId: number, before: number): Promise<number> => {
    const versions = await db
      .selectFrom('workflow_changes')
      .innerJoin('workflows', 'workflows.id', 'workflow_changes.workflow_id')
      .select(['workflow_changes.revision', 'workflow_changes.changed_at', 'workflow_changes.name'])
      .select(['workflows.published_revision', sql<number>`snapshot is not null`.as('whole')])
      .where('workflow_changes.workflow_id', '=', workflowId)
      .orderBy('workflow_changes.revision')
      .execute();
    const running = versions[0]?.published_revision ?? null;
    const revisions = deletable(
      versions.map(({ whole, ...version }) => ({ ...version, isWhole: Boolean(whole) })),
      {
        isKept: ({ name, revision }, fromEnd) => name !== null || revision === running || fromEnd <= limits.changesKept,
        isOld: ({ changed_at }, fromEnd) =>
          (versionsMaxCount > 0 && fromEnd > versionsMaxCount) || (versionsMaxAge > 0 && changed_at < before),
      },
    );
    if (revisions.length === 0) return 0;
    const { numDeletedRows } = await db
      .deleteFrom('workflow_changes')
      .where('workflow_id', '=', workflowId)
      .where('revision', 'in', revisions)
      // One that was named meanwhile stays.
      .where('name', 'is', null)
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

  const runOnce = async (): Promise<number> => {
    const now = clock.now();
    let total = await deleteDraftsBefore(db, now - limits.draftLifetime);
    if (versionsMaxCount === 0 && versionsMaxAge === 0) return total;
    const before = now - versionsMaxAge * day;
    for (const { workflow_id: id } of await crowded(before)) total += await pruneWorkflow(id, before);
    return total;
  };

  return createHourlyDuty({
    runOnce,
    firstAfter: 45_000,
    failure: 'Old versions of workflows could not be deleted',
    log,
  });
};
