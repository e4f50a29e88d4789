import { type FakeHostOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { otherAuthority } from '../connections/certificates.testing.ts';
import { listenWith } from '../connections/listening.testing.ts';
import { startBroker } from './broker.testing.ts';
import { mqtt } from './mqtt.node.ts';
import { mqttTrigger, readTopics } from './mqtt-trigger.node.ts';

const credentials = { mqtt: { id: '1', name: 'Broker' } };

describe('MQTT', () => {
  const publish = (
    credential: object,
    parameters: Record<string, unknown>,
    more: object = {},
    host: FakeHostOptions = {},
  ) =>
    runNode(mqtt, {
      parameters: parameters as never,
      credentials,
      host: { credentials: { mqtt: credential as never }, ...host },
      ...more,
    });

  it('publishes each item, or a message of its own, over one connection', async () => {
    const { credential, heard } = await startBroker();
    const messages = heard();
    const items = [{ n: 1 }, { n: 2 }];
    const { items: output, error } = await publish(credential, { topic: '=a/{{ $json.n }}' }, { items });
    expect(error).toBeUndefined();
    expect(output).toEqual([
      { json: { n: 1 }, pairedItem: 0 },
      { json: { n: 2 }, pairedItem: 1 },
    ]);
    const options = { qos: 2, retain: true };
    await publish(credential, { topic: 'b', sendInputData: false, message: 'on', options });
    expect(messages).toEqual([
      { topic: 'a/1', text: '{"n":1}', qos: 0, retain: false },
      { topic: 'a/2', text: '{"n":2}', qos: 0, retain: false },
      { topic: 'b', text: 'on', qos: 2, retain: true },
    ]);
    expect((await publish(credential, { topic: 'a' }, { items: [] })).host.reached).toEqual([]);
  });

  it('goes on after the failure of one item', async () => {
    const { credential } = await startBroker();
    const items = [{ topic: 'a' }, { topic: 'a/#' }, { topic: 'b' }];
    const { outputs } = await publish(
      credential,
      { topic: '={{ $json.topic }}' },
      { items, onError: 'continueErrorOutput' },
    );
    expect(outputs.map((list) => list?.map(({ pairedItem }) => pairedItem))).toEqual([[0, 2], [1]]);
  });

  it('shows a certificate, and connects by the name that it verifies', async () => {
    const { credential, heard } = await startBroker({ tls: true });
    const messages = heard();
    const reach = () => '127.0.0.1';
    const { error, host } = await publish(credential, { topic: 'a' }, {}, { reach });
    expect([error, messages.length]).toEqual([undefined, 1]);
    expect(host.reached).toMatchObject([{ host: 'localhost', credential: { type: 'mqtt', readsSecrets: true } }]);
    const failure = async (change: object) =>
      (await publish({ ...credential, ...change }, { topic: 'a' }, {}, { reach })).error?.message;
    for (const change of [{ host: 'other.example' }, { ca: '' }, { ca: otherAuthority }])
      expect(await failure(change)).toMatch(/^The certificate of the MQTT broker .*:\d+ was not accepted$/);
    for (const change of [{ host: 'other.example' }, { ca: '' }])
      expect(await failure({ ...change, rejectUnauthorized: false })).toBeUndefined();
    expect(await failure({ passwordless: false }), 'a client that shows no certificate').toMatch(
      /^The MQTT broker .*:\d+ did not accept the client certificate$/,
    );
    expect(await failure({ cert: 'half a certificate' })).toBe('The certificates of the credential could not be read');
    expect(await failure({ ssl: false, protocol: 'mqtts' }), 'only the word for it').toMatch(/certificate/);
  });

  it('tests its credential', async () => {
    const { credential } = await startBroker();
    const check = (change: object = {}) =>
      mqtt.methods?.credentialTest?.mqttConnectionTest?.(setUpNode(mqtt).context, {
        ...credential,
        ...change,
      } as never);
    expect(await check()).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(await check({ password: 'wrong' })).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The MQTT broker did not accept the user name and password/),
    });
    expect(await check({ port: 1 })).toMatchObject({
      message: expect.stringMatching(/^The MQTT broker 127\.0\.0\.1:1 refused the connection/),
    });
  });
});

describe('MQTT Trigger', () => {
  const listen = (
    credential: object,
    parameters: Record<string, unknown>,
    more: Parameters<typeof listenWith>[1] = {},
  ) =>
    listenWith(mqttTrigger, {
      parameters,
      credentials,
      host: { credentials: { mqtt: credential as never } },
      ...more,
    });
  const itemsOf = (listener: ReturnType<typeof listen>) => listener.events.map(({ items }) => items[0]?.json);

  it('starts with each message of its topics', async () => {
    const { credential, publish } = await startBroker();
    const listener = listen(credential, { topics: 'lights/+, alarms/#:2' });
    await listener.connected();
    await publish('lights/1', '{"on":true}');
    await publish('other', 'x');
    await publish('alarms/a/b', 'fire', 2);
    await listener.heard(2);
    expect(itemsOf(listener)).toEqual([
      { message: '{"on":true}', topic: 'lights/1' },
      { message: 'fire', topic: 'alarms/a/b' },
    ]);
  });

  it.each([
    [{ jsonParseBody: true }, { message: { on: true }, topic: 'a' }],
    [{ onlyMessage: true }, { message: '{"on":true}' }],
    [{ jsonParseBody: true, onlyMessage: true }, { on: true }],
  ])('with %j', async (options, expected) => {
    const { credential, publish } = await startBroker();
    const listener = listen(credential, { topics: 'a', options });
    await listener.connected();
    await publish('a', '{"on":true}');
    await listener.heard(1);
    expect(itemsOf(listener)).toEqual([expected]);
  });

  it('waits for one execution after the other on request', async () => {
    const { credential, publish } = await startBroker();
    const listener = listen(credential, { topics: 'a', options: { parallelProcessing: false } });
    await listener.connected();
    await publish('a', '1');
    expect((await listener.heard(1))[0]?.options).toEqual({ waitForEnd: true });
  });

  it.each([1, 2] as const)('loses no message of QoS %d that comes while nobody listens', async (qos) => {
    const { credential, publish } = await startBroker();
    const durable = { ...credential, clean: false };
    const first = listen(durable, { topics: `a:${qos}` });
    await first.connected();
    await first.end();
    for (const text of ['one', 'two', 'three']) await publish('a', text, qos);
    // The first message was not stored: it comes again, and what comes behind it.
    const failing = listen(durable, { topics: `a:${qos}` }, { onEmit: () => Promise.reject(new Error('Away')) });
    expect(await failing.ended).toBeDefined();
    const next = listen(durable, { topics: `a:${qos}` });
    await next.heard(3);
    expect(itemsOf(next).map((json) => json?.message)).toEqual(['one', 'two', 'three']);
  });

  it('starts nothing again with a message that was stored before the broker heard of it', async () => {
    const { credential, publish, cut } = await startBroker();
    const durable = { ...credential, clean: false };
    let stored: Record<string, unknown> = {};
    // The connection ends while the execution is being stored.
    const dying = listen(
      durable,
      { topics: 'a:1' },
      {
        onEmit: ({ staticData }) => {
          stored = staticData;
          cut();
        },
      },
    );
    await dying.connected();
    await publish('a', 'one', 1);
    expect(await dying.ended).toMatchObject({ message: expect.stringContaining('closed the connection') });
    expect(itemsOf(dying)).toHaveLength(1);
    const next = listen(durable, { topics: 'a:1' }, { staticData: { 'node:Node': stored } });
    await next.connected();
    await publish('a', 'two', 1);
    await next.heard(1);
    expect(itemsOf(next).map((json) => json?.message)).toEqual(['two']);
  });

  it('says what is wrong', async () => {
    const { credential } = await startBroker();
    expect(await listen(credential, { topics: 'secret/a' }).ended).toMatchObject({
      message: 'The MQTT broker does not let us listen to secret/a',
    });
    expect(await listen({ ...credential, password: 'x' }, { topics: 'a' }).ended).toMatchObject({
      message: 'The MQTT broker did not accept the user name and password',
    });
    expect(await listen(credential, { topics: ' , ' }).ended).toMatchObject({
      message: 'There is no topic to listen to',
    });
  });

  it('reads topics', () => {
    expect(readTopics('a, b:1,urn:x:2 ,c:3')).toEqual({
      a: { qos: 0 },
      b: { qos: 1 },
      'urn:x': { qos: 2 },
      'c:3': { qos: 0 },
    });
  });
});
