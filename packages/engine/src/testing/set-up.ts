import type { WorkflowNode, WorkflowSettings } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import { createNodeTypeRegistry } from '../run/node-types.ts';
import { createSetupContext, type SetupNode, type SetupRequest } from '../run/setup-context.ts';
import { createFakeHost, type FakeHost, type FakeHostOptions } from './host.ts';

export interface SetUpNodeOptions
  extends Partial<Omit<WorkflowNode, 'parameters'>>,
    Partial<Pick<SetupRequest, 'timezone' | 'expressionsDisabled' | 'signal'>> {
  /** As stored in a workflow. */
  parameters?: Record<string, unknown>;
  /** Of the workflow. */
  settings?: WorkflowSettings;
  /** Keys `global` and `node:Node`. */
  staticData?: Record<string, Record<string, unknown>>;
  host?: FakeHost | FakeHostOptions;
}

/** A node as its methods see it outside of executions, by the name `Node` in a workflow of its own. */
export const setUpNode = (
  definition: NodeDefinition,
  options: SetUpNodeOptions = {},
): SetupNode & { host: FakeHost; logs: unknown[][] } => {
  const {
    parameters = {},
    settings,
    staticData,
    timezone = 'UTC',
    expressionsDisabled,
    signal,
    host: given,
    ...more
  } = options;
  const host = given && 'requests' in given ? given : createFakeHost(given);
  const logs: unknown[][] = [];
  const node = {
    name: 'Node',
    type: definition.name,
    typeVersion: definition.versions[0],
    position: [0, 0],
    ...more,
    parameters,
  } as WorkflowNode;
  const setup = createSetupContext({
    workflow: {
      id: '1',
      name: 'Test',
      active: true,
      nodes: [node],
      connections: {},
      settings,
      staticData: staticData as never,
    },
    node: node.name,
    nodeTypes: createNodeTypeRegistry([definition]),
    timezone,
    expressionsDisabled,
    host,
    signal: signal ?? new AbortController().signal,
    onLog: (values) => logs.push(values),
  });
  return { ...setup, host, logs };
};
