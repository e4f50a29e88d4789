import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { PackageVersion } from './package-folders.ts';

/** The packages that are to be there, whichever process looks. */

export interface StoredPackage extends PackageVersion {
  installedAt: number;
  updatedAt: number;
}

/** By name. */
export const listPackages = async (db: Kysely<Database>): Promise<StoredPackage[]> => {
  const rows = await db.selectFrom('packages').selectAll().orderBy('name').execute();
  return rows.map(({ name, version, lock, installed_at: installedAt, updated_at: updatedAt }) => ({
    name,
    version,
    lock,
    installedAt,
    updatedAt,
  }));
};

/** Tells whether anything has changed since it was read the last time. */
export const readPackagesState = async (db: Kysely<Database>): Promise<string> => {
  const rows = await db.selectFrom('packages').select(['name', 'version', 'updated_at']).orderBy('name').execute();
  return JSON.stringify(rows);
};

/** @returns false where it is there */
export const insertPackage = async (db: Kysely<Database>, wanted: PackageVersion, now: number): Promise<boolean> => {
  try {
    await db
      .insertInto('packages')
      .values({ ...wanted, installed_at: now, updated_at: now })
      .execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
};

/** @returns false where it is not as it was when the update began */
export const updatePackage = async (
  db: Kysely<Database>,
  before: StoredPackage,
  { name, version, lock }: PackageVersion,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set({ version, lock, updated_at: now })
    .where('name', '=', name)
    .where('updated_at', '=', before.updatedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns false where it is not there */
export const deletePackage = async (db: Kysely<Database>, name: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('packages').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Workflows with nodes of a package. */
export const countUses = async (
  db: Kysely<Database>,
  name: string,
): Promise<{ workflows: number; activeWorkflows: number }> => {
  // As the graph is stored: JSON without spaces. The names of packages have no character that stands for others but `_`.
  const pattern = `%"type":"${name.replaceAll('_', '\\_')}.%`;
  const rows = await db
    .selectFrom('workflows')
    .select(['active', ({ fn }) => fn.countAll<number>().as('count')])
    .where(sql<boolean>`(graph like ${pattern} escape '\\' or published_graph like ${pattern} escape '\\')`)
    .groupBy('active')
    .execute();
  const counts = new Map(rows.map(({ active, count }) => [active, Number(count)]));
  const activeWorkflows = counts.get(1) ?? 0;
  return { workflows: activeWorkflows + (counts.get(0) ?? 0), activeWorkflows };
};
