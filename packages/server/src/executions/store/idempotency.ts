/** The key of a schedule's tick is remembered although the execution is not kept. A sub-workflow's is needed as long as its parent's row. */
export const isRemembered = (key: string | null): key is string => key !== null && !key.startsWith('call:');

/** Milliseconds for which it is remembered: much longer than two processes can both be the leader. */
export const keyMemory = 3_600_000;
