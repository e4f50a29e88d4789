import { createPreviewHost } from './preview-host.ts';
import type { Answer, Batch } from './protocol.ts';

/** The worker in which live results of expressions are computed, so that none of them holds up the page. */
const answer = (message: Answer): void => self.postMessage(message);
const host = createPreviewHost(answer);
self.addEventListener('message', ({ data }: MessageEvent<Batch>) => host(data));
answer({ kind: 'ready' });
