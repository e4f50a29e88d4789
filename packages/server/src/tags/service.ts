import { type GivenTags, limits, type Tag, type TagReference, tagNameSchema } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit, AuditedCaller } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { nameKey } from '../platform/name-key.ts';
import { invalidField } from '../platform/validation.ts';
import type { Caller } from '../users/access.ts';
import {
  countTags,
  countUses,
  deleteTag,
  findTag,
  findTagsByName,
  insertTag,
  listTags,
  renameTag,
  type TagRow,
} from './store.ts';

export interface Tags {
  /** By name. @throws AppError tagsOff, as all of these */
  list(caller: Caller, options: { withUsageCount: boolean }): Promise<Tag[]>;
  /** @throws AppError tagNameTaken, tooManyTags */
  create(caller: Caller, name: string): Promise<Tag>;
  /** A name that it has already is fine. @throws AppError tagNotFound, tagNameTaken */
  rename(caller: Caller, id: string, name: string): Promise<Tag>;
  /** @throws AppError tagNotFound */
  remove(caller: Caller, id: string): Promise<void>;
  /**
   * What a body says of a workflow's tags, each once. Objects with names that there are not yet become tags.
   * @param from of a new workflow, which may come from `elsewhere`, names count and not ids, and what is no tag is left out; of one that is `here`
   * ids count, and must be known
   * @throws AppError badRequest, tooManyTags, forbidden for API keys that may not make tags
   */
  resolve(caller: AuditedCaller, given: GivenTags, from: 'elsewhere' | 'here'): Promise<TagReference[]>;
  /** Ids of tags that there are. @throws AppError badRequest */
  known(ids: readonly string[], field: string): Promise<number[]>;
}

const describe = ({ id, name, created_at, updated_at }: TagRow): Tag => ({
  id: String(id),
  name,
  createdAt: new Date(created_at).toISOString(),
  updatedAt: new Date(updated_at).toISOString(),
});

export const createTags = (options: {
  db: Kysely<Database>;
  clock: Clock;
  config: { workflowTagsDisabled: boolean };
  audit: Pick<Audit, 'record'>;
}): Tags => {
  const { db, clock, config, audit } = options;

  const refuseWhenOff = (): void => {
    if (config.workflowTagsDisabled) throw new AppError('tagsOff', 'Tags are switched off on this instance.');
  };

  /** @throws AppError tagNameTaken */
  const unlessTaken = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      if (isUniqueViolation(error))
        throw new AppError('tagNameTaken', `There is already a tag with the name "${name}".`);
      throw error;
    }
  };

  const find = async (id: string): Promise<TagRow> => {
    const row = await findTag(db, Number(id));
    if (!row) throw notFound('tag', id);
    return row;
  };

  const create = (caller: AuditedCaller, name: string): Promise<TagRow> =>
    unlessTaken(name, () =>
      db.transaction().execute(async (transaction) => {
        if ((await countTags(transaction)) >= limits.tags)
          throw new AppError('tooManyTags', `There are ${limits.tags} tags already. Delete some that nobody uses.`);
        const row = await insertTag(transaction, name, clock.now());
        await audit.record({ action: 'tag.created', caller, resourceId: row.id, name }, transaction);
        return row;
      }),
    );

  /** Someone else may make it at the same moment. */
  const createUnlessThere = async (caller: AuditedCaller, name: string): Promise<TagRow> => {
    try {
      return await create(caller, name);
    } catch (error) {
      const [there] = await findTagsByName(db, [name]);
      if (there) return there;
      throw error;
    }
  };

  const refuseKeys = ({ by }: AuditedCaller, name: string): void => {
    if (by?.kind === 'key' && !by.scopes.includes('tag:write'))
      throw new AppError(
        'forbidden',
        `There is no tag "${name}", and the API key does not have the scope "tag:write", which creating it needs.`,
      );
  };

  return {
    async list({ user }, { withUsageCount }) {
      refuseWhenOff();
      const [rows, uses] = await Promise.all([listTags(db), withUsageCount ? countUses(db, user) : undefined]);
      return rows.map((row) => ({ ...describe(row), ...(uses && { usageCount: uses.get(row.id) ?? 0 }) }));
    },

    async create(caller, name) {
      refuseWhenOff();
      return describe(await create(caller, name));
    },

    async rename(caller, id, name) {
      refuseWhenOff();
      const before = await find(id);
      if (before.name === name) return describe(before);
      return unlessTaken(name, () =>
        db.transaction().execute(async (transaction) => {
          const row = await renameTag(transaction, before.id, name, clock.now());
          const details = { was: before.name };
          await audit.record({ action: 'tag.changed', caller, resourceId: id, name, details }, transaction);
          return describe(row);
        }),
      );
    },

    async remove(caller, id) {
      refuseWhenOff();
      const { name } = await find(id);
      await db.transaction().execute(async (transaction) => {
        await deleteTag(transaction, Number(id));
        await audit.record({ action: 'tag.deleted', caller, resourceId: id, name }, transaction);
      });
    },

    async resolve(caller, given, from) {
      if (given.length === 0) return [];
      const rows = await listTags(db);
      const byId = new Map(rows.map((row) => [String(row.id), row]));
      const byName = new Map(rows.map((row) => [row.name_key, row]));
      const found = new Map<number, TagReference>();
      for (const [index, tag] of given.entries()) {
        const row = await resolveOne(tag, index);
        if (row) found.set(row.id, { id: String(row.id), name: row.name });
      }
      return [...found.values()];

      async function resolveOne(tag: GivenTags[number], index: number): Promise<TagRow | undefined> {
        if (typeof tag === 'string') {
          const row = byId.get(tag);
          if (!row && from === 'here') throw invalidField(['tags', index], `must be the id of a tag, not "${tag}"`);
          return row;
        }
        const known = tag.id === undefined ? undefined : byId.get(tag.id);
        if (from === 'here' && known) return known;
        const read = tagNameSchema.safeParse(tag.name);
        if (!read.success && from === 'elsewhere') return undefined;
        if (!read.success) throw invalidField(['tags', index, 'name'], read.error.issues[0]?.message ?? '');
        const name = read.data;
        const named = byName.get(nameKey(name));
        if (named || config.workflowTagsDisabled) return named;
        refuseKeys(caller, name);
        const made = await createUnlessThere(caller, name);
        byName.set(made.name_key, made);
        return made;
      }
    },

    async known(ids, field) {
      refuseWhenOff();
      const numbers = ids.map(Number);
      const there = new Set((await listTags(db)).map(({ id }) => id));
      const missing = numbers.findIndex((id) => !there.has(id));
      if (missing >= 0) throw invalidField([field, missing], `must be the id of a tag, not "${ids[missing]}"`);
      return numbers;
    },
  };
};
