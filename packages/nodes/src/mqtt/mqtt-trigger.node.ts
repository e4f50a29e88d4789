import { createHash } from 'node:crypto';
import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { defineNode, NodeError, parseJson } from '@millrace/engine/node-api';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { explainMqtt, openMqtt } from './broker.ts';

interface Options {
  jsonParseBody?: boolean;
  onlyMessage?: boolean;
  parallelProcessing?: boolean;
}

/** Messages that the broker may send once more, since it has not heard that they arrived. */
const mostTaken = 100;

/** Topics with commas between; `:1` behind one is how surely its messages come. */
export const readTopics = (text: string): Record<string, { qos: 0 | 1 | 2 }> => {
  const topics = text
    .split(',')
    .map((part) => /^(.*?)(?::([012]))?$/s.exec(part.trim()))
    .map((parts) => [parts?.[1] ?? '', { qos: Number(parts?.[2] ?? 0) as 0 | 1 | 2 }] as const)
    .filter(([topic]) => topic !== '');
  if (topics.length === 0) throw new NodeError('There is no topic to listen to');
  return Object.fromEntries(topics);
};

const parse = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};

const toItem = (topic: string, payload: Buffer, { jsonParseBody, onlyMessage }: Options): Item => {
  const text = payload.toString();
  const message = jsonParseBody ? parse(text) : text;
  if (onlyMessage && isObject(message)) return { json: message as JsonObject };
  return { json: { message: message as JsonObject[string], ...(!onlyMessage && { topic }) } };
};

const refusedTopics = (topics: object) => (error: { packet?: { granted?: number[] } }) => {
  const granted = error.packet?.granted;
  if (!granted) throw error;
  const refused = Object.keys(topics).filter((_, index) => (granted[index] ?? 0) >= 128);
  throw new NodeError(`The MQTT broker does not let us listen to ${refused.join(', ')}`, { cause: error });
};

/** A session that the broker remembers is that of one node. */
const clientIdOf = (workflow: string | null, node: string): string =>
  `millrace-${createHash('sha256').update(`${workflow} ${node}`).digest('hex').slice(0, 12)}`;

export const mqttTrigger = defineNode({
  name: 'core.mqttTrigger',
  displayName: 'MQTT Trigger',
  description: 'Starts the workflow when an MQTT message arrives',
  aliases: ['n8n-nodes-base.mqttTrigger'],
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'MQTT Trigger', color: '#8257c6' },
  inputs: [],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  eventTriggerDescription: 'Waiting for a message',
  codex: { categories: ['Communication', 'Development'], alias: ['broker', 'subscribe', 'IoT', 'queue', 'mosquitto'] },
  credentials: [{ name: 'mqtt', required: true }],
  parameters: [
    {
      name: 'topics',
      displayName: 'Topics',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'lights/+/state, alarms/#:1',
      description:
        'Topics, separated by commas. Use + for one level and # for all levels below. Add :1 or :2 to a topic to receive messages sent while disconnected, if Clean Session is off in the credential.',
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
          description: 'Whether to return only the message, without the topic',
        },
        {
          name: 'parallelProcessing',
          displayName: 'Parallel processing',
          type: 'boolean',
          default: true,
          description: 'Whether to process messages in parallel instead of one after another',
        },
      ],
    },
  ],
  async listen(context) {
    const options = context.parameter('options') as Options;
    const topics = readTopics(context.parameter('topics'));
    const credential = await context.credential('mqtt');
    const place = context.staticData('node') as { taken?: string[] };

    const take = async ({ topic, payload, qos, messageId, dup }: IPublishPacket): Promise<void> => {
      const content = Buffer.from(payload);
      const digest = createHash('sha256').update(topic).update('\0').update(content).digest('base64url').slice(0, 16);
      const id = `${messageId} ${digest}`;
      // The execution was stored, and the broker has not heard it.
      if (qos > 0 && dup && place.taken?.includes(id)) return;
      if (qos > 0) place.taken = [...(place.taken ?? []), id].slice(-mostTaken);
      await context.emit([toItem(topic, content, options)], { waitForEnd: options.parallelProcessing === false });
    };
    const clientId = credential.clean === false ? clientIdOf(context.workflow.id, context.node.name) : undefined;
    // The broker hears that a message has arrived when its execution is stored. The library takes the handler only afterwards, where it speaks version 3.
    const prepare = (client: MqttClient): void => {
      client.options.customHandleAcks = (_topic, _message, packet, done) => {
        take(packet as IPublishPacket).then(
          () => done(0),
          (error: Error) => done(error),
        );
      };
      client.handleMessage = (packet, done) => {
        if (packet.qos > 0) return done();
        take(packet).then(
          () => done(),
          (error: Error) => done(error),
        );
      };
    };
    const client = await openMqtt(context, credential, { usedCredential: 'mqtt', clientId, prepare });
    try {
      const over = new Promise<never>((_resolve, reject) => {
        client.on('error', reject);
        client.once('close', () => reject(new Error('The connection was closed')));
      });
      over.catch(() => {});
      await Promise.race([client.subscribeAsync(topics).catch(refusedTopics(topics)), over]);
      context.connected();
      await over;
    } catch (error) {
      if (!context.signal.aborted) throw explainMqtt(error, credential);
    } finally {
      client.end(true);
    }
  },
});
