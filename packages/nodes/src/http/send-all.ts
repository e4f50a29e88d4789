/** Requests of one node run go out side by side, as many at a time as sockets allow, throttled if the user says so; results keep the items' order. */

/** Each `size` requests are followed by a pause of `interval` milliseconds before the next ones start. */
export interface Batch {
  size: number;
  interval: number;
}

export interface Sending<T> {
  batch: Batch | undefined;
  /** Whether a failure leaves the others to be sent. */
  goesOn: boolean;
  /** Default 64. */
  atOnce?: number;
  sleep(milliseconds: number): Promise<void>;
  send(index: number): Promise<T>;
}

/**
 * Calls `send` for each index. After a failure no further ones are begun, unless it `goesOn`; those under way are completed.
 *
 * @returns one outcome an index; shorter where it stopped early
 */
export const sendAll = async <T>(
  count: number,
  { batch, goesOn, atOnce = 64, sleep, send }: Sending<T>,
): Promise<PromiseSettledResult<T>[]> => {
  const outcomes: PromiseSettledResult<T>[] = [];
  const underWay = new Set<Promise<void>>();
  let hasFailed = false;
  const settle = async (index: number) => {
    try {
      outcomes[index] = { status: 'fulfilled', value: await send(index) };
    } catch (reason) {
      outcomes[index] = { status: 'rejected', reason };
      hasFailed = true;
    }
  };
  for (let index = 0; index < count; index++) {
    if (batch && index > 0 && index % batch.size === 0) await sleep(batch.interval);
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (hasFailed && !goesOn) break;
    const one = settle(index).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  return outcomes;
};
