/** What waits, in groups that take turns. In a group the oldest comes first. */
export interface FairOrder {
  add(id: number, group: number | null): void;
  remove(id: number): boolean;
  /** @param roomOf how many a group may still give */
  take(most: number, roomOf: (group: number | null) => number): number[];
  readonly size: number;
}

export const createFairOrder = (): FairOrder => {
  /** In the order in which they come to their turn. */
  const groups = new Map<number | null, Set<number>>();
  const groupOf = new Map<number, number | null>();

  const remove = (id: number): boolean => {
    const group = groupOf.get(id);
    if (group === undefined) return false;
    groupOf.delete(id);
    const ids = groups.get(group);
    ids?.delete(id);
    if (ids?.size === 0) groups.delete(group);
    return true;
  };

  return {
    add(id, group) {
      if (groupOf.has(id)) return;
      groupOf.set(id, group);
      const ids = groups.get(group) ?? new Set();
      groups.set(group, ids.add(id));
    },
    remove,
    take(most, roomOf) {
      const taken: number[] = [];
      const rooms = new Map([...groups.keys()].map((group) => [group, roomOf(group)]));
      while (taken.length < most) {
        const before = taken.length;
        for (const [group, ids] of [...groups]) {
          const room = rooms.get(group) ?? 0;
          if (room <= 0 || taken.length === most) continue;
          const [oldest] = ids;
          if (oldest === undefined) continue;
          rooms.set(group, room - 1);
          taken.push(oldest);
          remove(oldest);
          // Its next turn comes after those of all others.
          if (groups.delete(group)) groups.set(group, ids);
        }
        if (taken.length === before) break;
      }
      return taken;
    },
    get size() {
      return groupOf.size;
    },
  };
};
