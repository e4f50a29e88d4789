import type { ExecutionMode } from '@millrace/contract';
import type { Room } from '../workers/room.ts';

/** Production executions have their slots, and executions by hand have others, so neither hold up the other. */
export type SlotKind = 'production' | 'manual';

export const slotKinds: readonly SlotKind[] = ['production', 'manual'];

export const slotKindOf = (mode: ExecutionMode): SlotKind => (mode === 'manual' ? 'manual' : 'production');

/** Held by an execution while a worker has it; one that waits as a row holds none. It is given back once. */
export interface Slot {
  release(): void;
}

/** Of a sub-workflow that its parent waits for: it runs within the slot of its parent, who would else wait for a slot for ever. */
export const parentSlot: Slot = { release: () => {} };

/** How many further executions of each workflow may begin here. */
export interface Shares {
  /** Of a workflow that has none in a slot. */
  readonly whole: number;
  /** Of those that have. */
  readonly left: ReadonlyMap<number, number>;
}

export const shareOf = ({ whole, left }: Shares, workflowId: number | null): number =>
  workflowId === null ? Number.POSITIVE_INFINITY : (left.get(workflowId) ?? whole);

/**
 * The slots of this process. No workflow gets all of them: where many executions of one hang, the others still find a slot. None is free
 * while the memory of the workers is short.
 */
export interface Slots {
  /** Null where none is free, or the workflow has its share. */
  tryTake(kind: SlotKind, workflowId: number | null): Slot | null;
  /** Keeps up to so many free slots for what is about to be claimed. @returns how many */
  reserve(kind: SlotKind, most: number): number;
  /** Takes a slot of those that were reserved. */
  takeReserved(kind: SlotKind, workflowId: number | null): Slot;
  /** Gives back reserved slots that were not needed. */
  giveBack(kind: SlotKind, count: number): void;
  shares(kind: SlotKind): Shares;
  /** Some workflow has its whole share. */
  isShareExhausted(kind: SlotKind): boolean;
  /** Told when a slot was released, or the workers have room again. */
  listen(handler: (kind: SlotKind) => void): void;
  /** Executions that hold a slot. */
  taken(): number;
}

/** What one workflow leaves to the others, of the slots of a kind. */
const leftToOthers = 0.2;

/** @param options.byWorkflow production executions of one workflow; 0: its share of all */
export const createSlots = (options: {
  limits: Readonly<Record<SlotKind, number>>;
  byWorkflow: number;
  room: Pick<Room, 'isFree' | 'listen'>;
}): Slots => {
  const { limits, byWorkflow, room } = options;
  const handlers: ((kind: SlotKind) => void)[] = [];
  const create = (limit: number, most = Math.ceil(limit * (1 - leftToOthers))) => ({
    limit,
    share: Math.min(limit, most),
    taken: 0,
    reserved: 0,
    byWorkflow: new Map<number, number>(),
  });
  const kinds = { production: create(limits.production, byWorkflow || undefined), manual: create(limits.manual) };

  const tell = (kind: SlotKind) => {
    for (const handler of handlers) handler(kind);
  };
  const free = (kind: SlotKind): number => {
    const { limit, taken, reserved } = kinds[kind];
    return room.isFree ? Math.max(0, limit - taken - reserved) : 0;
  };

  const take = (kind: SlotKind, workflowId: number | null): Slot => {
    const own = kinds[kind];
    const count = (by: 1 | -1) => {
      own.taken += by;
      if (workflowId === null) return;
      const now = (own.byWorkflow.get(workflowId) ?? 0) + by;
      if (now > 0) own.byWorkflow.set(workflowId, now);
      else own.byWorkflow.delete(workflowId);
    };
    count(1);
    let isReleased = false;
    return {
      release() {
        if (isReleased) return;
        isReleased = true;
        count(-1);
        tell(kind);
      },
    };
  };

  room.listen(() => {
    for (const kind of slotKinds) tell(kind);
  });

  return {
    tryTake(kind, workflowId) {
      const { share, byWorkflow: taken } = kinds[kind];
      const hasShare = workflowId === null || (taken.get(workflowId) ?? 0) < share;
      return hasShare && free(kind) > 0 ? take(kind, workflowId) : null;
    },
    reserve(kind, most) {
      const count = Math.min(free(kind), most);
      kinds[kind].reserved += count;
      return count;
    },
    takeReserved(kind, workflowId) {
      kinds[kind].reserved--;
      return take(kind, workflowId);
    },
    giveBack(kind, count) {
      kinds[kind].reserved -= count;
    },
    shares(kind) {
      const { share, byWorkflow: taken } = kinds[kind];
      return { whole: share, left: new Map([...taken].map(([workflowId, count]) => [workflowId, share - count])) };
    },
    isShareExhausted(kind) {
      const { share, byWorkflow: taken } = kinds[kind];
      return [...taken.values()].some((count) => count >= share);
    },
    listen: (handler) => void handlers.push(handler),
    taken: () => kinds.production.taken + kinds.manual.taken,
  };
};
