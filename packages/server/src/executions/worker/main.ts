import { loadCredentialType, loadNodeTypes } from '@millrace/nodes';
import { startWorker } from './start.ts';

await startWorker(loadNodeTypes, loadCredentialType);
