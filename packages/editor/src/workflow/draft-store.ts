import type { DraftContent } from '@millrace/contract';
import { currentUserQuery, queryClient } from '../api/queries.ts';
import { basePath } from '../base-path.ts';

/**
 * Drafts in this browser: what is not saved outlives the tab, also where the server cannot be reached. Each is under a key of its own, so that tabs do not
 * write over each other.
 */

export interface StoredDraft {
  id: string;
  content: DraftContent;
  /** Epoch milliseconds. */
  updatedAt: number;
}

/** Of the person: others who use this browser do not see them. */
const prefix = (): string => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return `millrace.draft.${basePath}.${user?.id ?? ''}.`;
};

/** @returns false: the browser has no room for it, or keeps nothing */
export const putLocal = (draft: StoredDraft): boolean => {
  const key = prefix() + draft.id;
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    removeLocal(draft.id);
    return false;
  }
};

export const removeLocal = (id: string): void => {
  try {
    localStorage.removeItem(prefix() + id);
  } catch {
    // Where nothing can be kept there is nothing to remove.
  }
};

const parse = (text: string | null): StoredDraft | undefined => {
  try {
    return text === null ? undefined : (JSON.parse(text) as StoredDraft);
  } catch {
    return undefined;
  }
};

/** All of the person, in no order. */
export const listLocal = (): StoredDraft[] => {
  try {
    const mine = prefix();
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(mine) ? (parse(localStorage.getItem(key)) ?? []) : [],
    );
  } catch {
    return [];
  }
};

/** When somebody signs out: the drafts on the server stay. */
export const clearLocal = (): void => {
  for (const { id } of listLocal()) removeLocal(id);
};

const tabKey = 'millrace.drafts';

const idsOfTab = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(tabKey) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/** The draft was made in this tab, also before it was loaded again. */
export const isOfTab = (id: string): boolean => idsOfTab().includes(id);

/** Whether a new workflow that was edited in this tab was not saved. */
export const hasNewOfTab = (): boolean =>
  listLocal().some(({ id, content }) => !('workflowId' in content) && isOfTab(id));

export const claimForTab = (id: string): void => {
  if (isOfTab(id)) return;
  try {
    sessionStorage.setItem(tabKey, JSON.stringify([...idsOfTab().slice(-20), id]));
  } catch {
    // Then it is offered instead of being taken.
  }
};
