import { defineNode, NodeError } from '@millrace/engine/node-api';
import type { MqttClient } from 'mqtt';
import { testConnection, untilStopped } from '../connections/server.ts';
import { explainMqtt, openMqtt } from './broker.ts';

export const mqtt = defineNode({
  name: 'core.mqtt',
  displayName: 'MQTT',
  description: 'Publishes MQTT messages',
  aliases: ['n8n-nodes-base.mqtt'],
  versions: [1],
  defaultVersion: 1,
  group: ['input'],
  defaults: { name: 'MQTT', color: '#8257c6' },
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  codex: {
    categories: ['Communication', 'Development'],
    alias: ['broker', 'publish', 'IoT', 'queue', 'message', 'mosquitto'],
  },
  credentials: [{ name: 'mqtt', required: true, testedBy: 'mqttConnectionTest' }],
  parameters: [
    {
      name: 'topic',
      displayName: 'Topic',
      type: 'string',
      default: '',
      required: true,
      description: 'The topic to publish to',
    },
    {
      name: 'sendInputData',
      displayName: 'Send input data',
      type: 'boolean',
      default: true,
      description: 'Whether to send the item as JSON instead of a custom message',
    },
    {
      name: 'message',
      displayName: 'Message',
      type: 'string',
      default: '',
      required: true,
      displayOptions: { show: { sendInputData: [false] } },
      description: 'The message to publish',
    },
    {
      name: 'options',
      displayName: 'Options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          name: 'qos',
          displayName: 'QoS',
          type: 'options',
          default: 0,
          options: [
            { name: 'At most once', value: 0, description: 'At most once: may be lost' },
            { name: 'At least once', value: 1, description: 'At least once: may be delivered more than once' },
            { name: 'Exactly once', value: 2 },
          ],
          description: 'The quality of service (QoS) of the message',
        },
        {
          name: 'retain',
          displayName: 'Retain',
          type: 'boolean',
          default: false,
          description: 'Whether the broker keeps the message for new subscribers',
        },
      ],
    },
  ],
  methods: {
    credentialTest: {
      mqttConnectionTest: (context, credential) =>
        testConnection(context, async (context) => (await openMqtt(context, credential)).endAsync()),
    },
  },
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const credential = await context.credential('mqtt');
    let client: MqttClient | undefined;
    const publish = async (topic: string, message: string, options: { qos?: unknown; retain?: unknown }) => {
      if (topic === '' || /[+#\0]/.test(topic))
        throw new NodeError(topic === '' ? 'The topic is empty' : `"${topic}" is not a topic to publish to`, {
          description: 'A topic has no + and no # in it: those are for listening.',
        });
      client ??= await openMqtt(context, credential, { usedCredential: 'mqtt' });
      const { qos = 0, retain = false } = options;
      await client.publishAsync(topic, message, { qos: Number(qos) as 0 | 1 | 2, retain: retain === true });
    };
    try {
      return await context.forEachItem(async (item, index) => {
        const message = context.parameter('sendInputData', index)
          ? JSON.stringify(item.json)
          : context.parameter('message', index);
        const send = () => publish(context.parameter('topic', index), message, context.parameter('options', index));
        await untilStopped(context, () => client?.end(true), send).catch((error: unknown) => {
          context.signal.throwIfAborted();
          throw explainMqtt(error, credential);
        });
        return item;
      });
    } finally {
      await client?.endAsync(context.signal.aborted);
    }
  },
});
