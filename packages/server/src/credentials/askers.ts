import type { Asker, AskingWorkflow } from './types.ts';

type Find = (asker: Asker, token: string) => AskingWorkflow | undefined;

/** Who runs code of nodes in this process says here whose it is. */
export interface Askers {
  /** @param find by number, and by the token of the process that it runs in */
  add(find: Find): void;
  find: Find;
}

export const createAskers = (): Askers => {
  const all: Find[] = [];
  return {
    add: (find) => void all.push(find),
    find(asker, token) {
      for (const find of all) {
        const found = find(asker, token);
        if (found) return found;
      }
      return undefined;
    },
  };
};
