import type { Item, Json } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { closeRedis, explainRedis, openRedis } from './connection.ts';
import { parseText } from './values.ts';

interface Options {
  jsonParseBody?: boolean;
  onlyMessage?: boolean;
}

const toItem = (message: string, channel: string, { jsonParseBody, onlyMessage }: Options): Item => {
  const content: Json = jsonParseBody ? parseText(message) : message;
  return { json: onlyMessage ? { message: content } : { channel, message: content } };
};

export const redisTrigger = defineNode({
  name: 'core.redisTrigger',
  displayName: 'Redis Trigger',
  description: 'Starts the workflow when a message arrives on a Redis channel',
  aliases: ['n8n-nodes-base.redisTrigger'],
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'Redis Trigger', color: '#cf3f31' },
  inputs: [],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  eventTriggerDescription: 'Waiting for a message',
  codex: {
    categories: ['Development', 'Communication'],
    alias: ['subscribe', 'channel', 'pub/sub', 'Valkey', 'KeyDB'],
  },
  credentials: [{ name: 'redis', required: true }],
  parameters: [
    {
      name: 'channels',
      displayName: 'Channels',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'orders, alarms.*',
      description:
        'Channels, separated by commas. Use * for any characters. Messages published while no one is listening are lost.',
    },
    {
      name: 'options',
      displayName: 'Options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          name: 'jsonParseBody',
          displayName: 'JSON parse body',
          type: 'boolean',
          default: false,
          description: 'Whether to parse messages that are JSON',
        },
        {
          name: 'onlyMessage',
          displayName: 'Only message',
          type: 'boolean',
          default: false,
          description: 'Whether to return only the message, without the channel',
        },
      ],
    },
  ],
  async listen(context) {
    const options = context.parameter('options') as Options;
    const channels = context
      .parameter('channels')
      .split(',')
      .map((channel) => channel.trim())
      .filter((channel) => channel !== '');
    if (channels.length === 0) throw new NodeError('There is no channel to listen to');
    const credential = await context.credential('redis');
    const client = await openRedis(context, credential, 'redis');
    try {
      const over = Promise.withResolvers<never>();
      over.promise.catch(() => {});
      client.on('error', over.reject);
      client.once('end', () => over.reject(new Error('The connection was closed')));
      // One after another, so that executions start in the order of the messages.
      let before: Promise<unknown> = Promise.resolve();
      const take = (message: string, channel: string): void => {
        before = before.then(() => context.emit([toItem(message, channel, options)]));
        before.catch(over.reject);
      };
      await Promise.race([client.pSubscribe(channels, take), over.promise]);
      context.connected();
      await over.promise;
    } catch (error) {
      if (!context.signal.aborted) throw explainRedis(error, credential);
    } finally {
      closeRedis(client);
    }
  },
});
