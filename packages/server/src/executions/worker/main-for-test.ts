import { loadCredentialType } from '@millrace/nodes';
import { testNodes } from './nodes-for-test.ts';
import { startWorker } from './start.ts';

/** A worker with the nodes of tests. */
await startWorker(async (names) => {
  const wanted = new Set(names);
  return testNodes.filter(({ name, aliases }) => [name, ...(aliases ?? [])].some((known) => wanted.has(known)));
}, loadCredentialType);
