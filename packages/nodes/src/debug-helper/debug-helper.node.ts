import type { Item, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import { RandomData, type RandomKinds, randomOf } from './random-data.ts';

const mostItems = 100_000;
const longestId = 1_000;
/** Of a list of numbers, of which each takes eight bytes. */
const entriesOfMegabyte = 2 ** 17;
const forErrors = { show: { category: ['throwError'] } };
const forData = { show: { category: ['randomData'] } };

const parameters = [
  {
    displayName: 'Category',
    name: 'category',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Do nothing', value: 'doNothing', description: 'Pass on the items unchanged' },
      { name: 'Throw error', value: 'throwError', description: 'Throw an error with your own message' },
      { name: 'Out of memory', value: 'oom', description: 'Use the given amount of memory' },
      { name: 'Generate random data', value: 'randomData', description: 'Generate sample data' },
    ],
    default: 'throwError',
  },
  {
    displayName: 'Error type',
    name: 'throwErrorType',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'API error', value: 'NodeApiError' },
      { name: 'Node error', value: 'NodeOperationError' },
      { name: 'Other', value: 'Error' },
    ],
    default: 'NodeApiError',
    displayOptions: forErrors,
  },
  {
    displayName: 'Error message',
    name: 'throwErrorMessage',
    type: 'string',
    default: 'Node has thrown an error',
    displayOptions: forErrors,
  },
  {
    displayName: 'Memory size to generate',
    name: 'memorySizeValue',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 10,
    description: 'In megabytes',
    displayOptions: { show: { category: ['oom'] } },
  },
  {
    displayName: 'Data type',
    name: 'randomDataType',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Address', value: 'address' },
      { name: 'Coordinates', value: 'latLong' },
      { name: 'Credit card', value: 'creditCard' },
      { name: 'Email', value: 'email' },
      { name: 'IPv4', value: 'ipv4' },
      { name: 'IPv6', value: 'ipv6' },
      { name: 'MAC', value: 'macAddress' },
      { name: 'NanoIds', value: 'nanoid' },
      { name: 'URL', value: 'url' },
      { name: 'User data', value: 'user' },
      { name: 'UUID', value: 'uuid' },
      { name: 'Version', value: 'semver' },
    ],
    default: 'user',
    displayOptions: forData,
  },
  {
    displayName: 'NanoId alphabet',
    name: 'nanoidAlphabet',
    type: 'string',
    default: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    displayOptions: { show: { ...forData.show, randomDataType: ['nanoid'] } },
  },
  {
    displayName: 'NanoId length',
    name: 'nanoidLength',
    type: 'string',
    default: '16',
    displayOptions: { show: { ...forData.show, randomDataType: ['nanoid'] } },
  },
  {
    displayName: 'Seed',
    name: 'randomDataSeed',
    type: 'string',
    default: '',
    placeholder: 'Leave empty for other data each time',
    description: 'The same seed always generates the same data',
    displayOptions: forData,
  },
  {
    displayName: 'Number of items to generate',
    name: 'randomDataCount',
    type: 'number',
    typeOptions: { minValue: 0, numberPrecision: 0 },
    default: 10,
    displayOptions: forData,
  },
  {
    displayName: 'Output as single array',
    name: 'randomDataSingleArray',
    type: 'boolean',
    default: false,
    description: 'Whether to return one item with a list instead of several items',
    displayOptions: forData,
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const debugHelperNode = defineNode({
  name: 'core.debugHelper',
  displayName: 'Debug Helper',
  aliases: ['n8n-nodes-base.debugHelper'],
  description: 'Throws errors, uses memory or generates sample data to test a workflow',
  versions: [1],
  defaultVersion: 1,
  group: ['output'],
  defaults: { name: 'Debug Helper', color: '#5468d8' },
  subtitle: '={{ $parameter.category }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['error', 'test', 'random', 'fake', 'mock', 'sample', 'data'],
  },
  parameters,
  execute: (context) =>
    context.forEachItem((item, index) => {
      switch (context.parameter('category')) {
        case 'throwError':
          throw errorOf(context, index);
        case 'oom':
          return { json: memoryTaken(context.parameter('memorySizeValue', index)) };
        case 'randomData':
          return randomItems(context, index);
        default:
          return item;
      }
    }),
});

const errorOf = (context: Context, itemIndex: number): Error => {
  const message = context.parameter('throwErrorMessage', itemIndex);
  const type = context.parameter('throwErrorType', itemIndex);
  return type === 'Error' ? new Error(message) : new NodeError(message, { itemIndex });
};

/** Within the memory that executions share out, so that their limit holds. All of it is there at once. */
const memoryTaken = (megabytes: number): JsonObject => {
  const before = process.memoryUsage().heapUsed;
  const count = Math.max(0, Math.floor(megabytes));
  const blocks = Array.from({ length: count }, () => new Array<number>(entriesOfMegabyte).fill(0));
  return { requested: megabytes, taken: blocks.length, before, after: process.memoryUsage().heapUsed };
};

const randomItems = (context: Context, index: number): Item[] => {
  const count = context.parameter('randomDataCount', index);
  if (!(count >= 0 && count <= mostItems)) {
    throw new NodeError(`${count} items cannot be made at once`, { description: `Ask for at most ${mostItems}.` });
  }
  const seed = context.parameter('randomDataSeed', index);
  const data = new RandomData(seed === '' ? () => context.random() : randomOf(seed));
  const make = chosen(makers, 'Data type', context.parameter('randomDataType', index));
  const kinds: RandomKinds = { alphabet: '', length: 0 };
  if (context.parameter('randomDataType', index) === 'nanoid') {
    kinds.alphabet = context.parameter('nanoidAlphabet', index);
    kinds.length = Math.floor(Number(context.parameter('nanoidLength', index)));
    if (!(kinds.length >= 0 && kinds.length <= longestId))
      throw new NodeError(`An id has at most ${longestId} characters`, { itemIndex: index });
  }
  const made = Array.from({ length: count }, () => make(data, kinds));
  if (context.parameter('randomDataSingleArray', index)) return [{ json: { generatedItems: made } }];
  return made.map((json) => ({ json }));
};

const makers: Readonly<Record<string, (data: RandomData, kinds: RandomKinds) => JsonObject>> = {
  address: (data) => data.address(),
  latLong: (data) => data.latLong(),
  creditCard: (data) => data.creditCard(),
  email: (data) => data.email(),
  ipv4: (data) => data.ipv4(),
  ipv6: (data) => data.ipv6(),
  macAddress: (data) => data.macAddress(),
  nanoid: (data, kinds) => data.nanoid(kinds),
  url: (data) => data.url(),
  user: (data) => data.user(),
  uuid: (data) => data.uuid(),
  semver: (data) => data.semver(),
};
