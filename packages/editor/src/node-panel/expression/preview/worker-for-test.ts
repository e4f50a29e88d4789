import { createPreviewHost } from './preview-host.ts';
import type { SpawnPreviewWorker } from './previews.ts';
import type { Batch } from './protocol.ts';

/** Workers of a test: each answers in the same thread, over copies as messages are, until it is terminated or told to be stuck at a text. */
export const fakeWorkers = () => {
  const batches: Batch[] = [];
  const stuckAt = new Set<string>();
  let spawned = 0;
  const spawn: SpawnPreviewWorker = ({ answer }) => {
    let isOver = false;
    spawned += 1;
    const host = createPreviewHost((message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        if (!isOver) answer(copy);
      });
    });
    queueMicrotask(() => answer({ kind: 'ready' }));
    return {
      post: (batch) => {
        const copy = structuredClone(batch);
        batches.push(copy);
        const stuck = copy.jobs.findIndex((job) => job.kind === 'evaluate' && stuckAt.has(job.text));
        host({ ...copy, jobs: stuck < 0 ? copy.jobs : copy.jobs.slice(0, stuck) });
      },
      terminate: () => {
        isOver = true;
      },
    };
  };
  return { spawn, batches, stuckAt, spawned: () => spawned };
};
