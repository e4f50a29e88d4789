import type { JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import { accept, answer, NodeError } from '@millrace/engine/node-api';
import { choices, collection, toggle } from '../service/field.ts';
import { defineWebhookTrigger, type RegistrationTools } from '../service/webhook-trigger.ts';
import { githubConnection } from './connection.ts';
import { events } from './events.ts';
import { inRepository } from './fields.ts';
import { githubLists } from './lists.ts';

const sorted = (list: unknown): string => JSON.stringify((Array.isArray(list) ? list : []).map(String).sort());

const configOf = (tools: RegistrationTools): JsonObject => {
  const options = tools.value('options');
  const isInsecure = isObject(options) && options.insecureSSL === true;
  return { url: tools.url, content_type: 'json', secret: tools.secret(), insecure_ssl: isInsecure ? '1' : '0' };
};

export const githubTrigger = defineWebhookTrigger({
  name: 'service.githubTrigger',
  displayName: 'GitHub Trigger',
  description: 'Starts the workflow when something happens in a GitHub repository',
  aliases: ['n8n-nodes-base.githubTrigger'],
  versions: [1],
  defaultVersion: 1,
  color: '#6f7a8c',
  category: 'Development',
  words: ['git', 'webhook', 'push', 'issue', 'pull request', 'release'],
  subtitle: '={{ $parameter.events.join(", ") }}',
  connection: githubConnection,
  lists: githubLists,
  fields: [
    ...inRepository,
    choices('events', 'Events', events, { required: true, description: 'The events that start the workflow' }),
    collection('options', 'Options', [
      toggle('insecureSSL', 'Insecure SSL', {
        description: "Whether GitHub sends events even if it can't verify the instance's certificate",
      }),
    ]),
  ],
  registration: {
    register: {
      request: 'POST /repos/{owner}/{repository}/hooks',
      id: 'id',
      body: (tools) => {
        if (/^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(tools.url)) {
          throw new NodeError('GitHub cannot call an address that is only known on this machine', {
            description: 'Set the public address of this instance.',
          });
        }
        return { name: 'web', active: true, events: tools.value('events') as string[], config: configOf(tools) };
      },
    },
    exists: {
      list: 'GET /repos/{owner}/{repository}/hooks',
      url: ({ config }) => isObject(config) && config.url,
      matches: ({ events: registered, active }, tools) =>
        active !== false &&
        sorted(registered) === sorted(tools.value('events')) &&
        // One that was registered without a secret proves nothing.
        tools.kept.webhookSecret !== undefined,
    },
    unregister: { request: 'DELETE /repos/{owner}/{repository}/hooks/{webhookId}' },
  },
  verify: { type: 'hmac', header: 'x-hub-signature-256', algorithm: 'sha256', encoding: 'hex', prefix: 'sha256=' },
  receive: ({ body, headers, query }) => {
    const isPing = headers['x-github-event'] === 'ping' || (isObject(body) && 'hook_id' in body && !('action' in body));
    if (isPing) return answer('OK');
    return accept([{ json: { body: body as JsonObject, headers, query } }]);
  },
});
