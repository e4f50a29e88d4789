import { Worker } from 'node:worker_threads';
import { watchParentVariable } from '../workers/end-with-parent.ts';

/** It may be gone before the thread begins. */
const watchFor = (parent: number) => `
setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/** Ends this process soon after the one that started it, also while it is busy without a pause. */
export const watchParent = (): void => {
  if (process.env[watchParentVariable] === undefined) return;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 1, stackSizeMb: 0.5 };
  new Worker(watchFor(process.ppid), { eval: true, env: {}, resourceLimits: limits }).unref();
};
