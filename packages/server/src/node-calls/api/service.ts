import type {
  api,
  EndpointRequest,
  EndpointResponse,
  JsonObject,
  RequestIssue,
  ScheduleTimes,
  WebhookAddress,
  WorkflowNode,
} from '@millrace/contract';
import type { NodeTypeSource } from '@millrace/engine';
import { NodeError } from '@millrace/engine/node-api';
import { AppError, badRequest } from '../../platform/errors.ts';
import { createTicks } from '../../triggers/schedules/next-tick.ts';
import type { User } from '../../users/access.ts';
import type { Workflows } from '../../workflows/service.ts';
import { ProcessLostError } from '../process-lost.ts';
import type { Answer, CallSubject, MethodValues, NodeCalls, NodeMethod } from '../types.ts';

type Endpoints = (typeof api)['nodeParameters'];
type Body<K extends keyof Endpoints> = EndpointRequest<Endpoints[K]>['body'];
type Response<K extends keyof Endpoints> = EndpointResponse<Endpoints[K]>;
type Asked = Pick<
  Body<'mapping'>,
  'nodeTypeAndVersion' | 'path' | 'currentNodeParameters' | 'credentials' | 'workflowId'
>;

/**
 * What nodes that are being set up say of their parameters. They may be unsaved; credentials are those of whoever asks, and so is the workflow.
 * All throw AppError nodeTypeNotFound, nodeMethodNotFound, nodeCallFailed, workflowNotFound; `webhooks` and `schedule` badRequest for parameters that make no address or time, with the parameter where
 * the node names one.
 */
export interface NodeParameters {
  options(user: User, asked: Body<'postOptions'>, signal: AbortSignal): Promise<Response<'options'>>;
  search(user: User, asked: Body<'search'>, signal: AbortSignal): Promise<Response<'search'>>;
  mapping(user: User, asked: Body<'mapping'>, signal: AbortSignal): Promise<Response<'mapping'>>;
  action(user: User, asked: Body<'action'>, signal: AbortSignal): Promise<Response<'action'>>;
  webhooks(user: User, asked: Body<'webhooks'>, signal: AbortSignal): Promise<Response<'webhooks'>>;
  schedule(user: User, asked: Body<'schedule'>, signal: AbortSignal): Promise<Response<'schedule'>>;
}

export interface NodeParametersOptions {
  calls: Pick<NodeCalls, 'ask'>;
  nodeTypes: NodeTypeSource;
  workflows: Pick<Workflows, 'get'>;
  /** The zone of schedules whose workflow names none. */
  timezone: string;
  clock: { now(): number };
  /** Where production and test calls of webhooks go, each with a slash at its end. */
  webhookBases(): Bases & { forms: Bases };
}

interface Bases {
  production: string;
  test: string;
}

/** The parameter that a node has named as the reason. */
const issuesOf = ({ message, context }: NodeError): RequestIssue[] | undefined => {
  const parameter = context?.parameter;
  return typeof parameter === 'string' ? [{ path: `parameters.${parameter}`, message }] : undefined;
};

/** So many of the next times are told. */
const toldTimes = 3;

const nodeName = 'Node';

const toNode = ({ nodeTypeAndVersion, currentNodeParameters, credentials }: Asked): WorkflowNode => ({
  name: nodeName,
  type: nodeTypeAndVersion.name,
  typeVersion: nodeTypeAndVersion.version,
  position: [0, 0],
  parameters: currentNodeParameters as WorkflowNode['parameters'],
  ...(credentials && { credentials }),
});

export const createNodeParameters = (options: NodeParametersOptions): NodeParameters => {
  const { calls, nodeTypes, workflows } = options;

  const subjectOf = async (user: User, node: WorkflowNode, workflowId: string | undefined): Promise<CallSubject> => {
    const { type, typeVersion = 1 } = node;
    if (!nodeTypes.find(type, typeVersion))
      throw new AppError('nodeTypeNotFound', `No node type is called "${type}" and has version ${typeVersion}.`);
    const stored = workflowId === undefined ? undefined : await workflows.get(user, workflowId);
    const others = stored?.nodes.filter(({ name }) => name !== node.name) ?? [];
    // Who may not change the workflow does not act for its owner either, whose credentials its nodes name.
    const mayChange = stored?.permissions?.includes('update') ?? false;
    const workflow = {
      id: mayChange ? (stored?.id ?? null) : null,
      name: stored?.name ?? '',
      active: stored?.active ?? false,
      settings: stored?.settings,
      nodes: [...others, node],
      connections: {},
    };
    return { workflow, node: node.name, ranBy: user.id };
  };

  const ask = async <M extends NodeMethod>(
    subject: CallSubject,
    method: M,
    signal: AbortSignal,
  ): Promise<Answer<MethodValues[M['kind']]>['value']> => {
    try {
      return (await calls.ask(subject, method, { signal })).value;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      // Where it is called a node reads from its parameters alone.
      const isWronglySet =
        (method.kind === 'webhook' || method.kind === 'schedule') && !(error instanceof ProcessLostError);
      throw new AppError(isWronglySet ? 'badRequest' : 'nodeCallFailed', error.message, {
        hint: error.description,
        issues: issuesOf(error),
        cause: error,
      });
    }
  };

  const askOf = async <M extends NodeMethod>(user: User, asked: Asked, method: M, signal: AbortSignal) =>
    ask(await subjectOf(user, toNode(asked), asked.workflowId), method, signal);

  return {
    async options(user, asked, signal) {
      const { methodName: name, loadOptions, path } = asked;
      if (name !== undefined) return askOf(user, asked, { kind: 'options', name, path }, signal);
      if (loadOptions === undefined) throw badRequest('Either methodName or loadOptions must be there.');
      return askOf(user, asked, { kind: 'loadOptions', described: loadOptions as JsonObject, path }, signal);
    },

    search: (user, { methodName: name, filter, page, ...asked }, signal) =>
      askOf(user, asked, { kind: 'search', name, path: asked.path, filter, page }, signal),

    mapping: (user, { methodName: name, ...asked }, signal) =>
      askOf(user, asked, { kind: 'mapping', name, path: asked.path }, signal),

    action: (user, { methodName: name, payload = {}, ...asked }, signal) =>
      askOf(user, asked, { kind: 'action', name, path: asked.path, payload }, signal),

    async webhooks(user, { node, workflowId }, signal) {
      const subject = await subjectOf(user, node, workflowId);
      const { forms, ...calls } = options.webhookBases();
      const specs = await ask(subject, { kind: 'webhook' }, signal);
      return specs.map(
        ({ name = 'default', method, path, responseMode, form }): WebhookAddress => ({
          name,
          // A form is opened.
          method: form ? 'GET' : method,
          path,
          url: `${(form ? forms : calls).production}${path}`,
          testUrl: `${(form ? forms : calls).test}${path}`,
          responseMode,
        }),
      );
    },

    async schedule(user, { node, workflowId, timezone = 'DEFAULT' }, signal) {
      const specs = await ask(await subjectOf(user, node, workflowId), { kind: 'schedule' }, signal);
      const zone = timezone === 'DEFAULT' ? options.timezone : timezone;
      const problems: ScheduleTimes['problems'] = [];
      const next = specs.flatMap((spec) => {
        try {
          const tick = createTicks(spec, zone);
          const times: number[] = [];
          for (let at = tick(options.clock.now()); at !== undefined && times.length < toldTimes; at = tick(at))
            times.push(at);
          return times;
        } catch (error) {
          problems.push({ cron: spec.cron, message: (error as Error).message });
          return [];
        }
      });
      const told = [...new Set(next)].sort((a, b) => a - b).slice(0, toldTimes);
      return { timezone: zone, next: told, problems };
    },
  };
};
