import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initializeImageMagick, ResourceLimits } from '@imagemagick/magick-wasm';
import { editPicture } from './apply-steps.ts';
import { describePicture } from './describe-picture.ts';
import { type FromThread, mostPixels, type ToThread } from './task.ts';

/** Works on pictures. The library is WebAssembly: it reaches neither files nor network, and its memory is bounded. */

const megabyte = 2n ** 20n;

const { resolve } = createRequire(import.meta.url);
await initializeImageMagick(await readFile(resolve('@imagemagick/magick-wasm/magick.wasm')));
ResourceLimits.width = BigInt(mostPixels.side);
ResourceLimits.height = BigInt(mostPixels.side);
ResourceLimits.memory = 768n * megabyte;
ResourceLimits.disk = 0n;
ResourceLimits.listLength = 1000n;

const answer = (asked: ToThread): FromThread => {
  try {
    if (asked.kind === 'describe') return { kind: 'described', facts: describePicture(asked.picture) };
    return { kind: 'edited', ...editPicture(asked.task) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (asked: ToThread) => parentPort?.postMessage(answer(asked)));
