import { callsArgument } from '../../node-calls/protocol.ts';
import type { LoadCredentialType } from '../../node-calls/worker/sign-in.ts';
import type { LoadNodeTypes } from './type-loader.ts';

/**
 * The program of a worker process, after its argument: executions, or what is asked of nodes outside of them. Each loads only what is its own.
 *
 * @param loadNodeTypes definitions of the named types; unknown names are passed over
 */
export const startWorker = async (
  loadNodeTypes: LoadNodeTypes,
  loadCredentialType: LoadCredentialType,
): Promise<void> => {
  if (process.argv[2] === callsArgument) {
    const { serveCalls } = await import('../../node-calls/worker/serve.ts');
    serveCalls(loadNodeTypes, loadCredentialType);
  } else {
    const { runExecutions } = await import('./worker.ts');
    runExecutions(loadNodeTypes);
  }
};
