import type { FolderRow } from './store.ts';

/** Folders of one user, as a tree. */
export interface FolderTree {
  /** How many there are. */
  size: number;
  find(id: number): FolderRow | undefined;
  /** Folders right in this one; null: in no other. */
  in(parentId: number | null): FolderRow[];
  /** A folder and those around it, from the inside; null: none. */
  path(id: number | null): FolderRow[];
  /** How many levels a folder and those in it have: 1 without any in it. */
  height(id: number): number;
}

export const treeOf = (folders: readonly FolderRow[]): FolderTree => {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const byParent = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const within = (parentId: number | null): FolderRow[] => byParent.get(parentId) ?? [];
  const height = (id: number): number => 1 + Math.max(0, ...within(id).map((child) => height(child.id)));
  return {
    size: folders.length,
    find: (id) => byId.get(id),
    in: within,
    path(id) {
      const path: FolderRow[] = [];
      for (let at = id; at !== null; ) {
        const folder = byId.get(at);
        if (!folder) break;
        path.push(folder);
        at = folder.parent_id;
      }
      return path;
    },
    height,
  };
};
