import { loadCredentialType } from '@millrace/nodes';
import { startWorker } from '../executions/worker/start.ts';
import { testNodes } from './nodes-for-test.ts';

/** A process with the nodes of tests, one of which cannot be loaded. */
await startWorker(async (names) => {
  const wanted = new Set(names);
  if (wanted.has('test.broken')) throw new SyntaxError('Unexpected token in broken.ts');
  return testNodes.filter(({ name }) => wanted.has(name));
}, loadCredentialType);
