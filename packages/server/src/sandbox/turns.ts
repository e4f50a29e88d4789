/** What waits for one of a number of places, of many who share them. */
export interface Turns<T extends { share: string }> {
  add(task: T): void;
  /** The next that may begin; it has a place until `end`. */
  take(): T | undefined;
  end(task: T): void;
  /** @returns whether it waited */
  remove(task: T): boolean;
  /** How many of those that wait could begin now, if there were runners for them. */
  due(): number;
}

/** How many times as much as what stays free one share may have. */
const mostOfFree = 4;

/**
 * Places are for shares, in the order of how many they have, and then of when their tasks came. None has more than four times of what it leaves free:
 * one alone has four fifths, and whoever comes then finds a place at once, and so do those who come after them.
 */
export const createTurns = <T extends { share: string }>(places: number): Turns<T> => {
  const waiting = new Map<string, T[]>();
  const taken = new Map<string, number>();
  let count = 0;

  const mayHave = (share: number, all: number): boolean =>
    all < places && (share === 0 || share + 1 <= mostOfFree * (places - all - 1));

  /** Maps keep the order in which their keys came. */
  const next = (has: ReadonlyMap<string, number>, all: number, waits: (share: string) => boolean) => {
    let best: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const share of waiting.keys()) {
      const own = has.get(share) ?? 0;
      if (own < fewest && waits(share) && mayHave(own, all)) {
        best = share;
        fewest = own;
      }
    }
    return best;
  };

  const give = (has: Map<string, number>, share: string, more: number): void => {
    const left = (has.get(share) ?? 0) + more;
    if (left === 0) has.delete(share);
    else has.set(share, left);
  };

  const take = (share: string): T | undefined => {
    const tasks = waiting.get(share);
    const task = tasks?.shift();
    waiting.delete(share);
    // Behind the others that have as many places.
    if (tasks && tasks.length > 0) waiting.set(share, tasks);
    return task;
  };

  return {
    add(task) {
      const tasks = waiting.get(task.share);
      if (tasks) tasks.push(task);
      else waiting.set(task.share, [task]);
    },
    take() {
      const share = next(taken, count, () => true);
      if (share === undefined) return undefined;
      give(taken, share, 1);
      count++;
      return take(share);
    },
    end({ share }) {
      give(taken, share, -1);
      count--;
    },
    remove(task) {
      const tasks = waiting.get(task.share);
      const place = tasks?.indexOf(task) ?? -1;
      if (!tasks || place < 0) return false;
      tasks.splice(place, 1);
      if (tasks.length === 0) waiting.delete(task.share);
      return true;
    },
    due() {
      const has = new Map(taken);
      const begun = new Map<string, number>();
      for (let all = count; ; all++) {
        const share = next(has, all, (name) => (begun.get(name) ?? 0) < (waiting.get(name)?.length ?? 0));
        if (share === undefined) return all - count;
        give(has, share, 1);
        give(begun, share, 1);
      }
    },
  };
};
