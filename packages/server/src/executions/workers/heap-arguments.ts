/** Percent by which a heap may grow beyond what lives in it before it is collected. By itself Node lets it grow to several times that. */
const growingPercent = 40;

/**
 * Arguments of Node for the heap of a process that the server starts; its own are in `node-arguments.json`. What lives shortly gets less room than
 * Node gives it by itself, which is up to 96 MB for each process beside its limit.
 *
 * @param megabytes its limit, for what lives long
 * @param semiSpaceMegabytes for what lives shortly; it takes up to three times as much
 */
export const heapArguments = (megabytes: number, semiSpaceMegabytes: number): string[] => [
  `--max-old-space-size=${megabytes}`,
  `--max-semi-space-size=${semiSpaceMegabytes}`,
  `--heap-growing-percent=${growingPercent}`,
];
