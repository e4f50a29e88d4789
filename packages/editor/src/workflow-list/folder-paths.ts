import type { Folder } from '@millrace/contract';

/** A folder and those around it, from the outside; none where it is not seen. */
export const pathOf = (folders: readonly Folder[], id: string | null | undefined): Folder[] => {
  const path: Folder[] = [];
  for (let at = id ?? null; at !== null; ) {
    const folder = folders.find((one) => one.id === at);
    if (!folder || path.includes(folder)) break;
    path.unshift(folder);
    at = folder.parentId;
  }
  return path;
};
