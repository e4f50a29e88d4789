/** The public API of another instance: workflows, executions, credentials and the audit, as public workflows call it. */
import { isObject, type JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import {
  choice,
  choices,
  collection,
  defineService,
  json,
  locator,
  number,
  operation,
  text,
  toggle,
} from '../service/index.ts';
import type { ListSettings, Tools } from '../service/operation.ts';

const workflowId = locator(
  'workflowId',
  'Workflow',
  { list: 'searchWorkflows', url: { regex: '/workflow/([0-9a-zA-Z]+)' }, id: {} },
  { required: true },
);
const executionId = text('executionId', 'Execution ID', { required: true });
const workflowObject = json('workflowObject', 'Workflow object', {
  required: true,
  description: 'A workflow as JSON, with name, nodes, connections and settings',
});

/** JSON text or an object as a body. @throws NodeError that names the field */
const bodyOf = (value: unknown, name: string): JsonObject => {
  let parsed = value;
  if (typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch (error) {
      throw new NodeError(`${name} is not valid JSON`, { description: (error as Error).message });
    }
  }
  if (!isObject(parsed)) throw new NodeError(`${name} is not a JSON object`);
  return parsed as JsonObject;
};

/** What the API takes of a workflow; what it gives has more. */
const workflowFields = ['name', 'nodes', 'connections', 'settings', 'staticData'];

const workflowBody = ({ value }: Tools): JsonObject => {
  const given = bodyOf(value('workflowObject' as never), 'The workflow');
  return Object.fromEntries(Object.entries(given).filter(([name]) => workflowFields.includes(name)));
};

const cursor = { style: 'cursor', cursor: 'cursor', next: 'nextCursor', size: 'limit', max: 250 } as const;
const listOf = (returnAll: boolean): ListSettings => ({ paging: cursor, returnAll, limit: 100, maxLimit: 250 });

/** Its public name, whatever it says. */
const details = toggle('activeWorkflows', 'Include execution details', {
  send: { in: 'query', as: 'includeData' },
  description: 'Whether to include the data of the execution',
});

export const n8n = defineService({
  name: 'service.n8n',
  displayName: 'n8n',
  description: 'Manages workflows, executions and credentials of another instance through its public API',
  aliases: ['n8n-nodes-base.n8n'],
  versions: [1],
  defaultVersion: 1,
  color: '#e0486c',
  category: 'Development',
  words: ['workflow', 'execution', 'backup', 'API', 'instance'],
  connection: {
    service: 'n8n',
    baseUrl: { field: 'baseUrl', default: '' },
    credentials: [{ name: 'n8nApi', displayName: 'API key' }],
    paging: cursor,
    errors: { message: ['message'] },
  },
  resources: {
    audit: {
      displayName: 'Audit',
      operations: {
        generate: operation({
          name: 'Generate',
          action: 'Generate a security audit',
          fields: [
            collection(
              'additionalOptions',
              'Additional options',
              [
                choices('categories', 'Categories', {
                  credentials: 'Credentials',
                  database: 'Database',
                  filesystem: 'Filesystem',
                  instance: 'Instance',
                  nodes: 'Nodes',
                }),
                number('daysAbandonedWorkflow', 'Days abandoned workflow', {
                  default: 90,
                  description: 'The number of days after which an unused workflow counts as abandoned',
                }),
              ],
              { placeholder: 'Add filter' },
            ),
          ],
          request: 'POST /audit',
          fill: ({ value }) => ({ additionalOptions: value('additionalOptions' as never) }) as JsonObject,
        }),
      },
    },
    credential: {
      displayName: 'Credential',
      operations: {
        create: operation({
          name: 'Create',
          action: 'Create a credential',
          fields: [
            text('name', 'Name', { required: true, send: 'body' }),
            text('credentialTypeName', 'Credential type', {
              required: true,
              placeholder: 'githubApi',
              send: { in: 'body', as: 'type' },
            }),
            json('data', 'Data', { required: true, description: 'The fields of the credential, as a JSON object' }),
          ],
          request: 'POST /credentials',
          fill: ({ value }) => ({ data: bodyOf(value('data' as never), 'Data') }),
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete a credential',
          fields: [text('credentialId', 'Credential ID', { required: true })],
          request: 'DELETE /credentials/{credentialId}',
        }),
        getSchema: operation({
          name: 'Get schema',
          action: 'Get the schema of a credential type',
          fields: [text('credentialTypeName', 'Credential type', { required: true, placeholder: 'githubApi' })],
          request: 'GET /credentials/schema/{credentialTypeName}',
        }),
      },
    },
    execution: {
      displayName: 'Execution',
      defaultOperation: 'getAll',
      operations: {
        get: operation({
          name: 'Get',
          action: 'Get an execution',
          fields: [executionId, collection('options', 'Options', [details], { placeholder: 'Add option' })],
          request: 'GET /executions/{executionId}',
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many executions',
          fields: [
            collection(
              'filters',
              'Filters',
              [
                { ...workflowId, required: false, send: { in: 'query' } },
                choice(
                  'status',
                  'Status',
                  { error: 'Error', success: 'Success', waiting: 'Waiting' },
                  { default: 'success', send: 'query' },
                ),
              ],
              { placeholder: 'Add filter' },
            ),
            collection('options', 'Options', [details], { placeholder: 'Add option' }),
          ],
          request: 'GET /executions',
          list: listOf(false),
          output: { root: 'data' },
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete an execution',
          fields: [executionId],
          request: 'DELETE /executions/{executionId}',
        }),
      },
    },
    workflow: {
      displayName: 'Workflow',
      defaultOperation: 'getAll',
      operations: {
        activate: operation({
          name: 'Activate',
          action: 'Activate a workflow',
          fields: [workflowId],
          request: 'POST /workflows/{workflowId}/activate',
        }),
        create: operation({
          name: 'Create',
          action: 'Create a workflow',
          fields: [
            { ...workflowObject, default: '{ "name": "My workflow", "nodes": [], "connections": {}, "settings": {} }' },
          ],
          request: 'POST /workflows',
          fill: workflowBody,
        }),
        deactivate: operation({
          name: 'Deactivate',
          action: 'Deactivate a workflow',
          fields: [workflowId],
          request: 'POST /workflows/{workflowId}/deactivate',
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete a workflow',
          fields: [workflowId],
          request: 'DELETE /workflows/{workflowId}',
        }),
        get: operation({
          name: 'Get',
          action: 'Get a workflow',
          fields: [workflowId],
          request: 'GET /workflows/{workflowId}',
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many workflows',
          fields: [
            collection(
              'filters',
              'Filters',
              [
                toggle('activeWorkflows', 'Return only active workflows', {
                  default: true as never,
                  send: { in: 'query', as: 'active' },
                }),
                text('tags', 'Tags', { description: 'Tag names, separated by commas' }),
                text('name', 'Name'),
                text('projectId', 'Project ID'),
                toggle('excludePinnedData', 'Exclude pinned data'),
              ],
              { send: 'query', placeholder: 'Add filter' },
            ),
          ],
          request: 'GET /workflows',
          list: listOf(true),
          output: { root: 'data' },
        }),
        getVersion: operation({
          name: 'Get version',
          action: 'Get a version of a workflow',
          fields: [workflowId, text('versionId', 'Version ID', { required: true })],
          request: 'GET /workflows/{workflowId}/{versionId}',
        }),
        update: operation({
          name: 'Update',
          action: 'Update a workflow',
          fields: [workflowId, workflowObject],
          request: 'PUT /workflows/{workflowId}',
          fill: workflowBody,
        }),
      },
    },
  },
  defaultResource: 'workflow',
  lists: { searchWorkflows: { request: 'GET /workflows', root: 'data', name: 'name', value: 'id' } },
});
