import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@millrace/contract';
import { accept, answer, defineNode, type NodeDefinition, NodeError, refuse } from '@millrace/engine/node-api';

/** Triggers of the service in `service.testing.ts`, written as anyone would write them. */

const about = (name: string) =>
  ({
    name: `test.${name}`,
    displayName: name,
    description: name,
    versions: [1],
    group: ['trigger'],
    defaults: { name },
    inputs: [],
    outputs: ['main'],
  }) as const;

const url = { name: 'url', displayName: 'Service', type: 'string', default: '' } as const;

interface Hook {
  id: string;
  url: string;
  events: string;
}

/** Registers its webhook, and checks what it is called with. */
const hooked = defineNode({
  ...about('hooked'),
  parameters: [
    url,
    { name: 'events', displayName: 'Events', type: 'string', default: 'all' },
    { name: 'path', displayName: 'Path', type: 'string', default: 'hooked' },
    { name: 'slow', displayName: 'Slow', type: 'boolean', default: false },
    { name: 'mode', displayName: 'Response mode', type: 'string', default: 'onReceived' },
  ],
  webhook: ({ parameter }) => [
    { method: 'POST', path: parameter('path'), responseMode: parameter('mode') as 'onReceived' },
  ],
  registration: {
    async exists({ http, parameter, staticData, webhookUrl }) {
      const response = await http({ method: 'GET', url: `${parameter('url')}/hooks` });
      const hooks = await response.json<Hook[]>();
      const found = hooks.find((hook) => hook.url === webhookUrl() && hook.events === parameter('events'));
      if (found) staticData('node').hookId = found.id;
      // Of one whose secret was not kept no call can be believed.
      return found !== undefined && staticData('node').secret !== undefined;
    },
    async register({ http, parameter, staticData, webhookUrl }) {
      const response = await http({
        method: 'POST',
        url: `${parameter('url')}/hooks`,
        body: JSON.stringify({ url: webhookUrl(), events: parameter('events') }),
      });
      if (response.status !== 201) throw new NodeError(await response.text());
      const { id, secret } = await response.json<{ id: string; secret: string }>();
      Object.assign(staticData('node'), { hookId: id, secret });
    },
    async unregister({ http, parameter, staticData }) {
      const { hookId } = staticData('node');
      if (hookId === undefined) return;
      const response = await http({ method: 'DELETE', url: `${parameter('url')}/hooks/${hookId}` });
      if (response.status !== 204 && response.status !== 404) throw new NodeError(await response.text());
      delete staticData('node').hookId;
    },
  },
  async receive({ call, parameter, sleep, staticData, binary }) {
    if (parameter('slow')) await sleep(60_000);
    const body = call.body as JsonObject;
    if (body.ping === true) return answer({ pong: true });
    const signature = createHmac('sha256', 'secret').update(call.rawBody).digest('hex');
    if (call.headers['x-signature'] !== signature) return refuse(401, 'The signature is wrong');
    if (body.fail === true) throw new NodeError('Internal details');
    if (body.ignored === true) {
      await binary.write(Buffer.from('nobody needs this'), {});
      return answer();
    }
    const { hookId = null } = staticData('node');
    const file = await binary.write(Buffer.from(call.rawBody), { fileName: 'call.json' });
    return accept(
      [{ json: { ...body, hookId: hookId as string | null, sender: call.remoteAddress }, binary: { file } }],
      body.answered === true
        ? { status: 202, headers: { 'x-own': 'yes' }, body: { kind: 'text', text: 'taken' } }
        : undefined,
    );
  },
});

/** Reads a feed from where it has read before. */
const feed = defineNode({
  ...about('feed'),
  parameters: [url],
  async poll({ http, parameter, staticData, isTest }) {
    const place = staticData('node');
    const after = isTest ? 0 : Number(place.after ?? 0);
    const response = await http({ method: 'GET', url: `${parameter('url')}/feed?after=${after}` });
    if (response.status !== 200) throw new NodeError(await response.text());
    const entries = await response.json<{ id: number }[]>();
    const last = entries.at(-1);
    if (!last) return null;
    place.after = last.id;
    return [entries.map((entry) => ({ json: { ...entry } }))];
  },
});

/** Takes messages from a queue over TCP: one line each, acknowledged when it is stored. */
const queue = defineNode({
  ...about('queue'),
  ownEffects: true,
  parameters: [
    { name: 'port', displayName: 'Port', type: 'number', default: 0 },
    { name: 'waitForEnd', displayName: 'Wait for end', type: 'boolean', default: false },
  ],
  async listen({ parameter, emit, connected, signal, staticData, binary }) {
    const socket = connect(Number(parameter('port')), '127.0.0.1');
    const broken = Promise.withResolvers<void>();
    socket.on('error', (error) => broken.reject(new NodeError(`The queue cannot be reached: ${error.message}`)));
    socket.on('close', () => broken.resolve());
    socket.on('connect', () => connected());
    signal.addEventListener('abort', () => socket.end());
    const lines = createInterface({ input: socket }).on('error', () => {});
    const waitForEnd = parameter('waitForEnd');
    /** One event, or several of which each has a file. */
    const take = async (message: { id: string; files?: string[] }) => {
      if (!message.files) return emit([{ json: { ...message } }], { key: message.id, waitForEnd });
      const items = [];
      for (const id of message.files)
        items.push({ json: { id }, binary: { file: await binary.write(Buffer.from(id), {}) } });
      const emitted = [];
      for (const item of items) emitted.push(await emit([item], { key: item.json.id, waitForEnd }));
      return emitted.at(-1)!;
    };
    lines.on('line', (line) => {
      const message = JSON.parse(line) as { id: string; files?: string[] };
      staticData('node').seen = message.id;
      take(message).then(
        ({ executionId, status = null }) =>
          socket.write(`${JSON.stringify({ id: message.id, executionId, status })}\n`),
        () => socket.destroy(),
      );
    });
    await broken.promise;
  },
});

const collect = defineNode({
  ...about('collect'),
  group: ['transform'],
  inputs: ['main'],
  repeatable: true,
  parameters: [],
  execute: ({ items }) => [[...items]],
});

export const testTriggers: readonly NodeDefinition[] = [hooked, feed, queue, collect];
