import { client } from '../api/client.ts';
import { removeLocal } from './draft-store.ts';

/**
 * Drafts that were saved or discarded, until the server has heard of it: a page that is left, or a lost connection, may keep it from that. They
 * are no drafts any more for this browser.
 */

const item = 'millrace.drafts.dropped';
const most = 50;

const read = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(item) ?? '[]') as string[];
  } catch {
    return [];
  }
};

const write = (ids: readonly string[]): void => {
  try {
    if (ids.length > 0) localStorage.setItem(item, JSON.stringify(ids.slice(-most)));
    else localStorage.removeItem(item);
  } catch {
    // Where nothing can be kept, the server's word counts.
  }
};

const without = (id: string): string[] => read().filter((other) => other !== id);

export const isDropped = (id: string): boolean => read().includes(id);

/** From here on it is no draft here; `dropOnServer` tells the server. */
export const drop = (id: string): void => {
  removeLocal(id);
  write([...without(id), id]);
};

/** What was dropped is edited again. */
export const pickUp = (id: string): void => {
  if (isDropped(id)) write(without(id));
};

/** Takes it from the server. What it does not hear now it is told when drafts are looked for. */
export const dropOnServer = async (id: string): Promise<void> => {
  const isHeard = await client.drafts.remove({ params: { id } }).then(
    () => true,
    () => false,
  );
  if (isHeard) pickUp(id);
};
