/** What keys hold, as JSON, and the reverse. */
import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineField, NodeError, parseJson } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import type { RedisClient } from './connection.ts';

const toObject = (entries: Iterable<[string, Json]>): JsonObject => {
  const object: JsonObject = {};
  for (const [name, value] of entries) defineField(object, name, value);
  return object;
};

type Reader = (client: RedisClient, key: string) => Promise<Json>;

const readers: Record<string, Reader> = {
  string: (client, key) => client.get(key),
  hash: async (client, key) => toObject(Object.entries(await client.hGetAll(key))),
  list: (client, key) => client.lRange(key, 0, -1),
  sets: (client, key) => client.sMembers(key),
  zset: async (client, key) =>
    (await client.zRangeWithScores(key, 0, -1)).map(({ value, score }) => ({ value, score: Number(score) })),
  none: async () => null,
};
const { string, hash, list, sets } = readers as Record<'string' | 'hash' | 'list' | 'sets', Reader>;
const chosenReaders = { string, hash, list, sets };

/** By the type that the server knows the key to have. Null where there is no such key. @throws NodeError */
export const readAnyKey: Reader = async (client, key) => {
  const type = await client.type(key);
  const reader = readers[type === 'set' ? 'sets' : type];
  if (!reader) throw new NodeError(`"${key}" holds a value of type ${type}, which cannot be read here`);
  return reader(client, key);
};

/** @throws NodeError */
export const readKey = (client: RedisClient, key: string, keyType: unknown): Promise<Json> =>
  chosen({ automatic: readAnyKey, ...chosenReaders }, 'Key type', keyType)(client, key);

/** As text: what is no text already, as JSON. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value === undefined || value === null
    ? ''
    : isObject(value) || Array.isArray(value)
      ? JSON.stringify(value)
      : String(value);
};

/** What the text says as JSON; else the text. */
export const parseText = (text: string): Json => {
  try {
    return parseJson(text) as Json;
  } catch {
    return text;
  }
};

const parsed = (value: unknown): unknown => (typeof value === 'string' ? parseText(value) : value);

const entriesOf = (value: unknown): string[] => {
  const given = parsed(value);
  if (Array.isArray(given)) return given.map(toText);
  return [toText(value)];
};

const fieldsOf = (value: unknown, isJson: boolean): [string, string][] => {
  if (!isJson) {
    const words = toText(value)
      .split(' ')
      .filter((word) => word !== '');
    if (words.length === 0 || words.length % 2 === 1)
      throw new NodeError('The fields of the hash are not pairs of names and values', {
        description:
          'Separate them by spaces: name Ada city London. For values that contain spaces, turn on "Value is JSON".',
      });
    return words.flatMap((word, index) =>
      index % 2 === 0 ? [[word, words[index + 1] ?? ''] as [string, string]] : [],
    );
  }
  const given = parsed(value);
  if (!isObject(given) || Object.keys(given).length === 0)
    throw new NodeError('The value of the hash is not a JSON object with fields', {
      description: 'Give an object such as { "name": "Ada" }, or turn off "Value is JSON".',
    });
  return Object.entries(given).map(([name, field]) => [name, toText(field)]);
};

type Writer = (client: RedisClient, key: string, value: unknown, isJson: boolean) => Promise<unknown>;

const writers: Record<'string' | 'hash' | 'list' | 'sets', Writer> = {
  string: (client, key, value) => client.set(key, toText(value)),
  hash: (client, key, value, isJson) => client.hSet(key, fieldsOf(value, isJson)),
  // Entries take the places from the first on; those that the list does not have yet are added.
  list: async (client, key, value) => {
    const length = await client.lLen(key);
    for (const [index, entry] of entriesOf(value).entries())
      await (index < length ? client.lSet(key, index, entry) : client.rPush(key, entry));
  },
  sets: async (client, key, value) => {
    const members = entriesOf(value);
    if (members.length > 0) await client.sAdd(key, members);
  },
};

const automatic: Writer = (client, key, value, isJson) => {
  if (Array.isArray(value)) return writers.list(client, key, value, isJson);
  return (isObject(value) ? writers.hash : writers.string)(client, key, value, true);
};

/** @throws NodeError */
export const writeKey = (
  client: RedisClient,
  key: string,
  { value, keyType, isJson }: { value: unknown; keyType: unknown; isJson: boolean },
): Promise<unknown> => chosen({ automatic, ...writers }, 'Key type', keyType)(client, key, value, isJson);

const toNumber = (text: string): Json => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** What INFO says, as fields: `used_memory: 1`, `db0: { keys: 1 }`. */
export const readInfo = (text: string): JsonObject =>
  toObject(
    text
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#') && line.includes(':'))
      .map((line): [string, Json] => {
        const [name, value] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)];
        if (!value.includes('=')) return [name, toNumber(value)];
        const parts = value.split(',').map((part): [string, Json] => {
          const at = part.indexOf('=');
          return [part.slice(0, at), toNumber(part.slice(at + 1))];
        });
        return [name, toObject(parts)];
      }),
  );
