import { createSetupContext, type NodeTypeSource, type SetupRequest, toExecutionError } from '@millrace/engine';
import { createFakeHost } from '@millrace/engine/testing';
import { toError } from './failures.ts';
import { givenValue } from './given-value.ts';
import type { NodeCalls } from './types.ts';
import { toAnswer, toText } from './worker/answers.ts';
import { callMethod, nameOf } from './worker/methods.ts';
import { MissingError } from './worker/missing.ts';

/** Methods of nodes, called where the test runs instead of in a process. */
export const createInProcessCalls = (
  nodeTypes: NodeTypeSource,
  settings: Partial<Pick<SetupRequest, 'timezone' | 'expressionsDisabled' | 'host'>> = {},
): Pick<NodeCalls, 'ask'> => ({
  async ask({ workflow, node, staticData }, method, { signal = new AbortController().signal } = {}) {
    const { definition, context, staticDataChanges } = createSetupContext({
      workflow: staticData === undefined ? workflow : { ...workflow, staticData },
      node,
      nodeTypes,
      timezone: 'UTC',
      host: createFakeHost(),
      signal,
      onLog: () => {},
      ...settings,
    });
    try {
      if (!definition) throw new MissingError('type', 'The node type is not known');
      const called = nameOf(definition, method);
      const { value, output } = toAnswer(called, method.kind, await callMethod(definition, context, method));
      const texts = [toText(called, value), ...(output ? [toText(called, output)] : [])];
      const bytes = Buffer.concat(texts);
      return { value: givenValue(method, { bytes, outputBytes: texts[1]?.length }), staticData: staticDataChanges() };
    } catch (error) {
      const failure = toExecutionError(error, { timestamp: 0 });
      throw toError(failure, error instanceof MissingError ? error.missing : undefined);
    }
  },
});
