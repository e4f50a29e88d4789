import { type Action, type Folder, limits } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { type Actor, can } from '../permissions/permissions.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { nameKey } from '../platform/name-key.ts';
import { invalidField } from '../platform/validation.ts';
import type { Caller } from '../users/access.ts';
import {
  deleteFolder,
  foldersOf,
  insertFolder,
  type ListedFolder,
  listFolders,
  lockFolders,
  updateFolder,
} from './store.ts';
import { type FolderTree, treeOf } from './tree.ts';

/** Folders of workflows. Each belongs to a user, with the workflows and folders in it; the owner of the instance may do everything with those of all. */
export interface Folders {
  /** By name. */
  list(caller: Caller): Promise<Folder[]>;
  /** In a folder of someone else it is theirs. @throws AppError folderNotFound, folderNameTaken, tooManyFolders, badRequest where it would lie too deep */
  create(caller: Caller, folder: { name: string; parentId?: string | null }): Promise<Folder>;
  /** @throws AppError as `create`; badRequest where it would be in itself, or with someone else */
  update(caller: Caller, id: string, change: { name?: string; parentId?: string | null }): Promise<Folder>;
  /** What is in it comes to where it was. @throws AppError folderNotFound */
  remove(caller: Caller, id: string): Promise<void>;
  /** One that workflows may be put into. @throws AppError folderNotFound */
  open(user: Actor, id: string): Promise<{ id: number; ownerId: string; name: string }>;
}

const describe = (row: ListedFolder): Folder => ({
  id: String(row.id),
  name: row.name,
  parentId: row.parent_id === null ? null : String(row.parent_id),
  workflowCount: Number(row.workflow_count),
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  ownedBy: { id: row.owner_id, firstName: row.first_name, lastName: row.last_name, email: row.email },
});

const refuseTaken = (tree: FolderTree, parentId: number | null, name: string, self?: number): void => {
  const key = nameKey(name);
  if (tree.in(parentId).some((folder) => folder.name_key === key && folder.id !== self))
    throw new AppError('folderNameTaken', `There is already a folder with the name "${name}" here.`);
};

const refuseMany = (tree: FolderTree): void => {
  if (tree.size >= limits.folders)
    throw new AppError('tooManyFolders', `A user has at most ${limits.folders} folders. Delete some first.`);
};

const refuseDeep = (tree: FolderTree, parentId: number | null, height: number): void => {
  if (tree.path(parentId).length + height > limits.folderDepth)
    throw invalidField(['parentId'], `lies too deep: folders have at most ${limits.folderDepth} levels`);
};

export const createFolders = (options: {
  database: Pick<OpenDatabase, 'db' | 'dialect'>;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
}): Folders => {
  const { clock, audit } = options;
  const { db, dialect } = options.database;

  const find = async (user: Actor, action: Action, id: string): Promise<ListedFolder> => {
    const rows = can(user, action, 'folder');
    const [row] = rows === false ? [] : await listFolders(db, rows, Number(id));
    if (!row) throw notFound('folder', id);
    return row;
  };

  /** With the folders of a user, while nobody else changes them. */
  const changing = <T>(ownerId: string, task: (transaction: Kysely<Database>, tree: FolderTree) => Promise<T>) =>
    db.transaction().execute(async (transaction) => {
      await lockFolders(transaction, dialect, ownerId);
      return task(transaction, treeOf(await foldersOf(transaction, ownerId)));
    });

  return {
    async list({ user }) {
      const rows = can(user, 'list', 'folder');
      return rows === false ? [] : (await listFolders(db, rows)).map(describe);
    },

    async create(caller, { name, parentId: wanted }) {
      const { user } = caller;
      const parent = wanted ? await find(user, 'update', wanted) : null;
      const ownerId = parent?.owner_id ?? user.id;
      const parentId = parent?.id ?? null;
      const id = await changing(ownerId, async (transaction, tree) => {
        refuseMany(tree);
        refuseTaken(tree, parentId, name);
        refuseDeep(tree, parentId, 1);
        const created = await insertFolder(transaction, { ownerId, parentId, name, now: clock.now() });
        await audit.record({ action: 'folder.created', caller, resourceId: created, name }, transaction);
        return created;
      });
      return describe(await find(user, 'read', String(id)));
    },

    async update(caller, id, change) {
      const { user } = caller;
      const before = await find(user, 'update', id);
      const parent = change.parentId ? await find(user, 'update', change.parentId) : null;
      if (parent && parent.owner_id !== before.owner_id)
        throw invalidField(['parentId'], 'must be the id of a folder of the same user');
      const parentId = change.parentId === undefined ? before.parent_id : (parent?.id ?? null);
      const name = change.name ?? before.name;
      await changing(before.owner_id, async (transaction, tree) => {
        if (tree.path(parentId).some((folder) => folder.id === before.id))
          throw invalidField(['parentId'], 'is in the folder itself');
        refuseTaken(tree, parentId, name, before.id);
        if (parentId !== before.parent_id) refuseDeep(tree, parentId, tree.height(before.id));
        await updateFolder(transaction, before.id, { name, parentId, now: clock.now() });
        await audit.record({ action: 'folder.changed', caller, resourceId: id, name }, transaction);
      });
      return describe(await find(user, 'read', id));
    },

    async remove(caller, id) {
      const folder = await find(caller.user, 'delete', id);
      await changing(folder.owner_id, async (transaction) => {
        await deleteFolder(transaction, folder);
        await audit.record({ action: 'folder.deleted', caller, resourceId: id, name: folder.name }, transaction);
      });
    },

    async open(user, id) {
      const { id: number, owner_id: ownerId, name } = await find(user, 'update', id);
      return { id: number, ownerId, name };
    },
  };
};
