/** Share of its memory above which a worker gets nothing further, until it is below. */
export const shortOfMemory = 0.7;
/** Up to here no one counts. */
const plenty = 0.35;
/** Executions that a worker gets between two reports of its memory, while there is plenty. */
const creditOfPlenty = 200;

/**
 * How many further executions a worker may get until it reports its memory the next time: as many as have room if they are like those that it has.
 *
 * @param memory share of its memory that it uses
 */
export const creditFor = (memory: number, executions: number): number => {
  if (memory < plenty) return creditOfPlenty;
  if (executions === 0) return 1;
  return memory < shortOfMemory ? Math.ceil(((shortOfMemory - memory) * executions) / memory) : 0;
};
