/**
 * The states of an execution in the process that owns it, and where each may lead. Before, its row is queued or waits; after, it has ended, waits,
 * is queued again, or belongs to another process.
 *
 *     claimed ──► running ──► suspending ─┐
 *        ▲           │   ├──► releasing ──┼──► left
 *        └─ reclaiming   └──► ending ─────┘
 */
export const moves = {
  /** Its row belongs to this process. */
  claimed: ['running', 'releasing', 'ending', 'left'],
  /** A worker has it. */
  running: ['reclaiming', 'suspending', 'releasing', 'ending', 'left'],
  /** Its worker was lost; that it goes on in another is being written. */
  reclaiming: ['claimed', 'releasing', 'ending', 'left'],
  /** That it waits is being written. */
  suspending: ['left'],
  /** That it is queued again, as it is recorded, is being written. */
  releasing: ['left'],
  /** Its outcome is being written. */
  ending: ['left'],
  /** This process has nothing more to do with it. */
  left: [],
} as const satisfies Record<string, readonly string[]>;

export type ControllerState = keyof typeof moves;

/** @throws Error for a move that the table does not have: a defect */
export const assertMove = (from: ControllerState, to: ControllerState): void => {
  const allowed: readonly ControllerState[] = moves[from];
  if (!allowed.includes(to)) throw new Error(`An execution that is ${from} cannot become ${to}`);
};
