import { loadCredentialType, loadNodeTypes } from '@millrace/nodes';
import { startWorker } from '../executions/worker/start.ts';
import { testTriggers } from './nodes-for-test.ts';

/** A process with the built-in nodes and the triggers of tests. */
await startWorker(async (names) => {
  const wanted = new Set(names);
  return [...testTriggers.filter(({ name }) => wanted.has(name)), ...(await loadNodeTypes(names))];
}, loadCredentialType);
