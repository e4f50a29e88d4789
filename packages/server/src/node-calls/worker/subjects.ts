import { createSetupContext, referencesIn, type SetupNode } from '@millrace/engine';
import { NodeError } from '@millrace/engine/node-api';
import type { Hosts } from '../../executions/worker/host.ts';
import { requestsOf } from '../../executions/worker/node-requests.ts';
import type { OutboundClient } from '../../executions/worker/outbound-client.ts';
import { createTypeLoader, type LoadNodeTypes } from '../../executions/worker/type-loader.ts';
import type { RunnableGraph } from '../../executions/worker/versions.ts';
import type { WorkerSettings } from '../../executions/workers/settings.ts';
import type { SentSubject } from '../protocol.ts';
import { type Call, keyOf } from './call.ts';
import { MissingError } from './missing.ts';
import { ownFilesOf } from './stored-files.ts';

/** A node whose type is known. */
export type AskedNode = SetupNode & { definition: NonNullable<SetupNode['definition']> };

/** The workflows of which nodes are asked, as they were sent. */
export interface Subjects {
  /** @param text JSON */
  add(workflow: number, text: string): void;
  forget(workflow: number): void;
  /** The node with its code, as its methods see it. @throws NodeError, MissingError, the reason of the call's signal */
  setUp(call: Call, subject: SentSubject): Promise<AskedNode>;
}

export const createSubjects = (options: {
  settings: WorkerSettings;
  hosts: Hosts;
  outbound: Pick<OutboundClient, 'request' | 'streamed' | 'reach' | 'credential'>;
  loadNodeTypes: LoadNodeTypes;
}): Subjects => {
  const { settings, hosts, outbound } = options;
  const loadTypes = createTypeLoader((names) => options.loadNodeTypes(names, settings.libraries));
  /** As text until a call wants it, whose fault it is if that takes too much. */
  const workflows = new Map<number, string | RunnableGraph>();
  const workflowOf = (number: number): RunnableGraph | undefined => {
    const sent = workflows.get(number);
    if (typeof sent !== 'string') return sent;
    const workflow = JSON.parse(sent) as RunnableGraph;
    workflows.set(number, workflow);
    return workflow;
  };

  /** The node's own type, and those of the nodes whose parameters its expressions may read. */
  const typesFor = async (workflow: RunnableGraph, node: RunnableGraph['nodes'][number]) => {
    const own = await loadTypes([node.type]).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new NodeError(`The code of the node type ${node.type} could not be loaded: ${reason}`, { cause });
    });
    const named = referencesIn(node);
    const read = workflow.nodes.filter(({ name }) => named === undefined || named.includes(name));
    return loadTypes(read.map(({ type }) => type)).catch(() => own);
  };

  return {
    add: (workflow, text) => void workflows.set(workflow, text),
    forget: (workflow) => void workflows.delete(workflow),

    async setUp(call, { workflow: number, node: name, staticData }) {
      const workflow = workflowOf(number);
      const node = workflow?.nodes.find((candidate) => candidate.name === name);
      if (!workflow || !node) throw new NodeError(`There is no node "${name}"`);
      const { definition, ...setup } = createSetupContext({
        workflow: staticData === undefined ? workflow : { ...workflow, staticData },
        node: name,
        nodeTypes: await typesFor(workflow, node),
        timezone: settings.timezone,
        expressionsDisabled: settings.expressionsDisabled,
        env: settings.env,
        host: {
          ...hosts.of(
            call.executionId,
            requestsOf(outbound, call.keys, keyOf(call.id)),
            () => {},
            ownFilesOf(call.executionId),
          ),
          dataTables: call.dataTables.of,
          ...call.secrets,
        },
        signal: call.stop.signal,
        onLog: call.log,
      });
      call.stop.signal.throwIfAborted();
      if (definition) return { definition, ...setup };
      throw new MissingError('type', `The node type ${node.type} (version ${node.typeVersion ?? 1}) is not known`);
    },
  };
};
