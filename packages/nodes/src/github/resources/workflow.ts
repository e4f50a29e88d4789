import type { JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { json, locator, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const workflowId = {
  ...locator('workflowId', 'Workflow', { list: 'getWorkflows' }, { required: true }),
  modes: [
    {
      name: 'list',
      displayName: 'Workflow',
      type: 'list',
      typeOptions: { searchListMethod: 'getWorkflows', searchable: true },
    },
    { name: 'filename', displayName: 'By file name', type: 'string', placeholder: 'main.yaml' },
    { name: 'name', displayName: 'By ID', type: 'string', placeholder: '12345678' },
  ],
} as const;

/** A name in version 1, chosen from a list since. */
const refs = [
  text('ref', 'Ref', {
    default: 'main',
    required: true,
    displayOptions: { show: { '@version': [{ _cnd: { lte: 1 } }] } },
    description: 'The name of a branch or tag',
    send: 'body',
  }),
  locator(
    'ref',
    'Ref',
    { list: 'getRefs', name: { placeholder: 'main' } },
    { required: true, displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } }, send: 'body' },
  ),
] as const;

const inputs = json('inputs', 'Inputs', {
  default: '{}',
  description: 'An object with the inputs of the workflow',
  send: { in: 'body', form: 'json' },
});

const success = { success: true };
const dispatches = 'POST /repos/{owner}/{repository}/actions/workflows/{workflowId}/dispatches';

const readInputs = (given: unknown): JsonObject => {
  if (isObject(given)) return given as JsonObject;
  try {
    const parsed: unknown = JSON.parse(String(given || '{}'));
    if (isObject(parsed)) return parsed as JsonObject;
  } catch {}
  throw new NodeError('Inputs is not a JSON object');
};

export const workflow: Resource = {
  displayName: 'Workflow',
  defaultOperation: 'dispatch',
  operations: {
    disable: operation({
      name: 'Disable',
      action: 'Disable a workflow',
      fields: [...inRepository, workflowId],
      request: 'PUT /repos/{owner}/{repository}/actions/workflows/{workflowId}/disable',
      output: { empty: success },
    }),
    dispatch: operation({
      name: 'Dispatch',
      action: 'Dispatch a workflow event',
      fields: [...inRepository, workflowId, ...refs, inputs],
      request: dispatches,
      output: { empty: success },
    }),
    dispatchAndWait: operation({
      name: 'Dispatch and wait for completion',
      action: 'Dispatch a workflow event and wait for completion',
      description: 'Pass a resumeUrl to the workflow and wait until it is called',
      fields: [...inRepository, workflowId, ...refs, inputs],
      async execute(context, toolsFor) {
        const { resumption, resumeUrl } = context;
        if (resumption?.kind === 'webhook') {
          const { body } = resumption.request;
          return [
            (Array.isArray(body) ? body : [body]).map((json) => ({ json: isObject(json) ? (json as JsonObject) : {} })),
          ];
        }
        if (!resumeUrl) throw new NodeError('Nothing can call this execution back, since it has no address');
        const tools = toolsFor(0);
        const given = { ...readInputs(tools.value('inputs')), resumeUrl };
        await tools.request(dispatches, { body: { ref: tools.value('ref'), inputs: given } });
        return context.wait({ till: null, webhook: { method: 'POST', responseMode: 'onReceived' } });
      },
    }),
    enable: operation({
      name: 'Enable',
      action: 'Enable a workflow',
      fields: [...inRepository, workflowId],
      request: 'PUT /repos/{owner}/{repository}/actions/workflows/{workflowId}/enable',
      output: { empty: success },
    }),
    get: operation({
      name: 'Get',
      action: 'Get a workflow',
      fields: [...inRepository, workflowId],
      request: 'GET /repos/{owner}/{repository}/actions/workflows/{workflowId}',
    }),
    getUsage: operation({
      name: 'Get usage',
      action: 'Get the usage of a workflow',
      fields: [...inRepository, workflowId],
      request: 'GET /repos/{owner}/{repository}/actions/workflows/{workflowId}/timing',
    }),
    list: operation({
      name: 'List',
      action: 'List workflows',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/actions/workflows',
    }),
  },
};
