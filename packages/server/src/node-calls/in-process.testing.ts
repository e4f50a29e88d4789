import { createSetupContext, type NodeTypeSource, type SetupRequest } from '@millrace/engine';
import { createFakeHost } from '@millrace/engine/testing';
import { AppError } from '../platform/errors.ts';
import type { NodeCalls } from './types.ts';
import { toAnswer } from './worker/answers.ts';
import { callMethod, nameOf } from './worker/methods.ts';

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
    if (!definition) throw new AppError('nodeTypeNotFound', 'The node type is not known.');
    const value = await callMethod(definition, context, method);
    return {
      value: toAnswer(nameOf(definition, method), method.kind, value) as never,
      staticData: staticDataChanges(),
    };
  },
});
