import { loadNodeTypes } from '@millrace/nodes';
import { startWorker } from './worker.ts';

startWorker(loadNodeTypes);
