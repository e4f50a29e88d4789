import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { defineField, defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { testConnection, untilStopped } from '../connections/server.ts';
import { assignField } from '../fields/assign.ts';
import { chosen } from '../fields/chosen.ts';
import { closeRedis, explainRedis, openRedis, type RedisClient } from './connection.ts';
import { redisParameters } from './parameters.ts';
import { parseText, readAnyKey, readInfo, readKey, toText, writeKey } from './values.ts';

type Context = ExecuteContext<typeof redisParameters>;
type Operation = (context: Context, client: RedisClient, item: Item, index: number) => Promise<Item | null>;

const named = (context: Context, parameter: 'key' | 'list' | 'channel', index: number): string => {
  const name = context.parameter(parameter, index);
  if (name === '') throw new NodeError(`There is no name of a ${parameter}`, { itemIndex: index });
  return name;
};

const field = (name: string, value: Json): Item => {
  const json: JsonObject = {};
  defineField(json, name, value);
  return { json };
};

const inProperty = (context: Context, value: Json, index: number): Item => {
  const json: JsonObject = {};
  const { dotNotation } = context.parameter('options', index) as { dotNotation?: boolean };
  assignField(json, context.parameter('propertyName', index) || 'propertyName', value, dotNotation !== false);
  return { json };
};

const expire = async (context: Context, client: RedisClient, key: string, index: number): Promise<void> => {
  if (!context.parameter('expire', index)) return;
  const seconds = context.parameter('ttl', index);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new NodeError('The time after which the key goes away is not a number of seconds from 1 up');
  await client.expire(key, seconds);
};

const matchingKeys = async (client: RedisClient, pattern: string): Promise<string[]> => {
  const keys = new Set<string>();
  // A key may come twice, and other clients are served in between, unlike with KEYS.
  for await (const found of client.scanIterator({ MATCH: pattern, COUNT: 1000 }))
    for (const key of found) keys.add(key);
  return [...keys];
};

const operations: Record<string, Operation> = {
  async delete(context, client, item, index) {
    await client.del(named(context, 'key', index));
    return item;
  },
  async get(context, client, _item, index) {
    const value = await readKey(client, named(context, 'key', index), context.parameter('keyType', index));
    return inProperty(context, value, index);
  },
  async incr(context, client, _item, index) {
    const key = named(context, 'key', index);
    const value = await client.incr(key);
    await expire(context, client, key, index);
    return field(key, value);
  },
  // Of the server, and not of the items.
  info: async (_context, client, _item, index) => (index > 0 ? null : { json: readInfo(await client.info()) }),
  async keys(context, client, _item, index) {
    const keys = await matchingKeys(client, context.parameter('keyPattern', index));
    if (!context.parameter('getValues', index)) return { json: { keys } };
    const json: JsonObject = {};
    for (const key of keys) defineField(json, key, await readAnyKey(client, key));
    return { json };
  },
  async llen(context, client, _item, index) {
    const list = named(context, 'list', index);
    return field(list, await client.lLen(list));
  },
  async pop(context, client, _item, index) {
    const list = named(context, 'list', index);
    const entry = await (context.parameter('tail', index) ? client.rPop(list) : client.lPop(list));
    return inProperty(context, entry === null ? null : parseText(entry), index);
  },
  async publish(context, client, item, index) {
    await client.publish(named(context, 'channel', index), toText(context.parameter('messageData', index)));
    return item;
  },
  async push(context, client, item, index) {
    const [list, entry] = [named(context, 'list', index), toText(context.parameter('messageData', index))];
    await (context.parameter('tail', index) ? client.rPush(list, entry) : client.lPush(list, entry));
    return item;
  },
  async set(context, client, item, index) {
    const key = named(context, 'key', index);
    const keyType = context.parameter('keyType', index);
    const isJson = keyType !== 'hash' || context.parameter('valueIsJSON', index);
    await writeKey(client, key, { value: context.parameter('value', index), keyType, isJson });
    await expire(context, client, key, index);
    return item;
  },
};

export const redis = defineNode({
  name: 'core.redis',
  displayName: 'Redis',
  description: 'Reads, writes and publishes data in Redis',
  aliases: ['n8n-nodes-base.redis'],
  versions: [1],
  defaultVersion: 1,
  group: ['input'],
  subtitle: '={{ $parameter.operation }}',
  defaults: { name: 'Redis', color: '#cf3f31' },
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  repeatable: (context) => ['get', 'info', 'keys', 'llen'].includes(String(context.rawParameter('operation'))),
  codex: {
    categories: ['Development', 'Data & Storage'],
    alias: ['cache', 'key-value', 'database', 'Valkey', 'KeyDB', 'queue', 'list'],
  },
  credentials: [{ name: 'redis', required: true, testedBy: 'redisConnectionTest' }],
  parameters: redisParameters,
  methods: {
    credentialTest: {
      redisConnectionTest: (context, credential) =>
        testConnection(context, async (context) => {
          const client = await openRedis(context, credential);
          try {
            await client.ping();
          } catch (error) {
            throw explainRedis(error, credential);
          } finally {
            closeRedis(client);
          }
        }),
    },
  },
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const credential = await context.credential('redis');
    let client: RedisClient | undefined;
    const close = () => closeRedis(client);
    try {
      return await context.forEachItem(async (item, index) => {
        const operation = chosen(operations, 'Operation', context.parameter('operation', index));
        if (!client?.isReady) client = await openRedis(context, credential, 'redis');
        const current = client;
        return untilStopped(context, close, () => operation(context, current, item, index)).catch((error: unknown) => {
          context.signal.throwIfAborted();
          throw explainRedis(error, credential);
        });
      });
    } finally {
      close();
    }
  },
});
