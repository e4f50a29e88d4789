import { createHash, createHmac, createSign, type Hash, type Hmac } from 'node:crypto';
import type { Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, type NodeDefinition, NodeError } from '@millrace/engine/node-api';
import { withField } from '../fields/assign.ts';
import { cryptoParameters } from './parameters.ts';
import { asPem } from './pem.ts';
import { randomText } from './random-text.ts';

const description = {
  name: 'core.crypto',
  displayName: 'Crypto',
  aliases: ['n8n-nodes-base.crypto'],
  description: 'Creates hashes, HMACs, signatures and random strings',
  group: ['transform'],
  defaults: { name: 'Crypto', color: '#2f9457' },
  subtitle: '={{ $parameter.action }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['hash', 'md5', 'sha', 'hmac', 'sign', 'signature', 'uuid', 'random', 'encrypt', 'checksum', 'digest'],
  },
} as const satisfies Partial<NodeDefinition>;

const parametersV1 = cryptoParameters(1);

type Context = ExecuteContext<typeof parametersV1>;

/** What the node signs with. */
interface Secrets {
  hmac(index: number): string;
  privateKey(index: number): string;
}

/** Version 1 has its secrets among its parameters. */
export const cryptoNodeV1 = defineNode({
  ...description,
  versions: [1],
  parameters: parametersV1,
  execute: (context) =>
    run(context, {
      hmac: (index) => context.parameter('secret', index),
      privateKey: (index) => context.parameter('privateKey', index),
    }),
});

export const cryptoNode = defineNode({
  ...description,
  versions: [2],
  defaultVersion: 2,
  readsSecrets: true,
  credentials: [{ name: 'crypto', required: true, displayOptions: { show: { action: ['hmac', 'sign'] } } }],
  parameters: cryptoParameters(2),
  execute: async (context) => {
    const action = context.parameter('action');
    const { hmacSecret = '', signPrivateKey = '' } =
      action === 'hmac' || action === 'sign' ? await context.credential('crypto') : {};
    if (action === 'hmac' && !hmacSecret) throw new NodeError('The credential has no HMAC secret');
    if (action === 'sign' && !signPrivateKey) throw new NodeError('The credential has no private key');
    return run(context, { hmac: () => String(hmacSecret), privateKey: () => String(signPrivateKey) });
  },
});

const run = (context: Context, secrets: Secrets) => {
  const action = context.parameter('action');
  return context.forEachItem((item, index) => {
    const put = (text: string): Item => ({
      ...item,
      json: withField(item.json, context.parameter('dataPropertyName', index), text),
    });
    switch (action) {
      case 'generate':
        return put(randomText(context.parameter('encodingType', index), context.parameter('stringLength', index)));
      case 'sign':
        return put(signed(context, index, secrets.privateKey(index)));
      default: {
        const type = context.parameter('type', index);
        const digest = startDigest(type, action === 'hmac' ? secrets.hmac(index) : undefined);
        const encoding = context.parameter('encoding', index);
        if (!context.parameter('binaryData', index))
          return put(digest.update(context.parameter('value', index)).digest(encoding));
        return digestFile(context, index, item, digest).then(() => put(digest.digest(encoding)));
      }
    }
  });
};

const startDigest = (type: string, secret: string | undefined): Hash | Hmac => {
  try {
    return secret === undefined ? createHash(type) : createHmac(type, secret);
  } catch (error) {
    throw new NodeError(`"${type}" is not a hash function of this server`, { cause: error });
  }
};

const digestFile = async (context: Context, index: number, item: Item, digest: Hash | Hmac): Promise<void> => {
  const name = context.parameter('binaryPropertyName', index);
  const file = item.binary && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (!file) {
    throw new NodeError(`The item has no file "${name}"`, {
      itemIndex: index,
      description: 'Check the name of the binary property, or whether the node before gives a file.',
    });
  }
  for await (const piece of context.binary.open(file)) digest.update(piece);
};

const signed = (context: Context, index: number, key: string): string => {
  const algorithm = context.parameter('algorithm', index);
  try {
    return createSign(algorithm)
      .update(context.parameter('value', index))
      .sign(asPem(key), context.parameter('encoding', index));
  } catch (error) {
    throw new NodeError(`The text could not be signed with ${algorithm || 'no algorithm'}`, {
      itemIndex: index,
      description: 'Check the algorithm, and that the private key is whole and in PEM form, without a passphrase.',
      cause: error,
    });
  }
};
