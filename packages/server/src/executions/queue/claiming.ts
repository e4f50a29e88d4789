import type { Log } from '../../platform/log.ts';
import type { StoredExecution } from '../store/execution-reader.ts';
import { createBell } from './bell.ts';
import type { ExecutionQueue } from './execution-queue.ts';
import { type Slot, type SlotKind, type Slots, slotKindOf, slotKinds } from './slots.ts';

/** Executions that one claim takes. */
const mostClaimed = 200;
/** Milliseconds after a claim that failed. */
const pauseAfterFailure = 500;

/** Claims executions from the queue for as long as slots are free. */
export interface Claiming {
  /** Resolves when nothing more will be claimed. */
  close(): Promise<void>;
}

/** @param options.begin takes what was claimed, with its slot */
export const claimFromQueue = async (options: {
  queue: ExecutionQueue;
  slots: Slots;
  begin(claimed: StoredExecution, slot: Slot): void;
  log: Log;
}): Promise<Claiming> => {
  const { queue, slots, begin, log } = options;
  const bells = { production: createBell(), manual: createBell() };
  /** It was for want of slots that no more was claimed. */
  const wantsSlots = { production: false, manual: false };
  let isClosing = false;

  /** @returns whether there may be more to claim */
  const claimSome = async (kind: SlotKind): Promise<boolean> => {
    const reserved = slots.reserve(kind, mostClaimed);
    // How many it claims is settled now; what is released from here on makes room for more.
    wantsSlots[kind] = true;
    if (reserved === 0) return false;
    let used = 0;
    try {
      const claimed = await queue.claim(kind, reserved, slots.shares(kind));
      for (const one of claimed) {
        used++;
        begin(one, slots.takeReserved(slotKindOf(one.mode), one.workflowId));
      }
      wantsSlots[kind] = slots.isShareExhausted(kind);
    } finally {
      slots.giveBack(kind, reserved - used);
    }
    return used === reserved;
  };

  const keepClaiming = async (kind: SlotKind): Promise<void> => {
    const bell = bells[kind];
    while (!isClosing) {
      bell.reset();
      try {
        if (!(await claimSome(kind)) && !isClosing) await bell.heard(queue.lookEvery);
      } catch (error) {
        log.debug({ err: error, kind }, 'Nothing can be claimed from the queue now');
        if (!isClosing) await bell.heard(pauseAfterFailure);
      }
    }
  };

  slots.listen((kind) => {
    if (wantsSlots[kind]) bells[kind].ring();
  });
  await queue.listen((kind) => bells[kind].ring());
  const loops = slotKinds.map(keepClaiming);

  return {
    async close() {
      isClosing = true;
      for (const kind of slotKinds) bells[kind].ring();
      await Promise.all(loops);
    },
  };
};
