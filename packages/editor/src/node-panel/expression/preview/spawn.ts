import type { SpawnPreviewWorker } from './previews.ts';
import type { Answer } from './protocol.ts';

export const spawnPreviewWorker: SpawnPreviewWorker = ({ answer, fail }) => {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => answer(data);
  worker.onerror = fail;
  return { post: (batch) => worker.postMessage(batch), terminate: () => worker.terminate() };
};
