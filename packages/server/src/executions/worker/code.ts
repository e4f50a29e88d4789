import type { CodeServices } from '@millrace/engine/node-api';
import type { SandboxClient } from '../../sandbox/client.ts';

/**
 * @param share asks for whom the execution runs
 * @param resumed called whenever code of the worker goes on: what people's code asks of its node, and what follows it
 */
export const codeServices = (
  sandbox: Pick<SandboxClient, 'run'>,
  share: () => Promise<string>,
  resumed: () => void,
): CodeServices => ({
  run: async ({ call, ...task }, signal) => {
    const served: typeof call = (...asked) => {
      resumed();
      return call(...asked);
    };
    return sandbox.run({ ...task, call: served }, await share(), signal).finally(resumed);
  },
});
