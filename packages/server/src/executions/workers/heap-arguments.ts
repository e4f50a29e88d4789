/**
 * Arguments of Node for the heap of a process. What lives shortly gets less room than Node gives it by itself, which is up to 96 MB for
 * each process beside its limit.
 *
 * @param megabytes its limit, for what lives long
 * @param semiSpaceMegabytes for what lives shortly; it takes up to three times as much
 */
export const heapArguments = (megabytes: number, semiSpaceMegabytes: number): string[] => [
  `--max-old-space-size=${megabytes}`,
  `--max-semi-space-size=${semiSpaceMegabytes}`,
];
