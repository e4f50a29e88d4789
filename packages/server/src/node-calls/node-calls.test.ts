import type { NodeOutput } from '@millrace/engine/node-api';
import { describe, expect, it, vi } from 'vitest';
import { createTestResolver } from '../credentials/resolver.testing.ts';
import { createService } from '../executions/outbound/service.testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { JsonText } from '../platform/json-text.ts';
import { createLog } from '../platform/log.ts';
import { createPrometheus } from '../platform/metrics/prometheus.ts';
import { choices, createTestCalls, subjectOf } from './node-calls.testing.ts';
import type { CallSubject } from './types.ts';

vi.setConfig({ testTimeout: 60_000 });

const methods = subjectOf('methods');
const path = 'parameters.text';
const given = (value: string | number) => ({ name: `Choice ${value}`, value });
const about = { webhook: 'default', remoteAddress: '127.0.0.1' };
const requestOf = (method: string, secret: string) =>
  new JsonText(JSON.stringify({ method, url: '', headers: { secret }, params: {}, query: {}, body: null }));

describe('a call', () => {
  it('uses the credentials of its node, for whoever it is made, and sees no secret', async () => {
    const secret = 'canary-of-a-call-1234';
    const resolver = createTestResolver({ type: 'httpHeaderAuth', data: { name: 'X-Key', value: secret } });
    const { ask } = await createTestCalls({}, { resolver });
    const url = await serve((request, response) => {
      response.end(`key ${request.headers['x-key']}, ${request.headers['x-key'] === secret ? 'right' : 'wrong'}`);
    });
    const { workflow, ...subject } = subjectOf('methods', { url }, { ranBy: 'ada' });
    const credentials = { httpHeaderAuth: { id: '1', name: 'httpHeaderAuth account' } };
    const asked = {
      ...subject,
      workflow: { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, credentials })) },
    };
    const { value } = await ask(asked, choices('whoAmI'));
    expect(value.map((choice) => choice.value)).toEqual(['key ***, right', '{"name":"X-Key"}']);
    const user = { workflowId: null, ranBy: 'ada', nodeType: 'test.methods' };
    expect(resolver.asked).toEqual([
      { id: '1', user },
      { id: '1', user },
    ]);
    await expect(ask(subjectOf('methods', { url }), choices('whoAmI'))).rejects.toThrow(
      'Credentials for "httpHeaderAuth" are not set.',
    );
  });

  it('of each kind of method gives its answer', async () => {
    const { ask } = await createTestCalls();
    const urls = { default: 'http://known' };
    const answers = await Promise.all([
      ask(methods, choices('plain')),
      ask(methods, { kind: 'search', name: 'page', path, filter: 'f' }),
      ask(methods, { kind: 'search', name: 'page', path, page: '2' }),
      ask(methods, { kind: 'mapping', name: 'columns', path }),
      ask(methods, { kind: 'action', name: 'echo', path, payload: { a: [1] } }),
      ask(methods, { kind: 'webhook' }),
      ask(methods, { kind: 'schedule' }),
      ask(subjectOf('plain'), { kind: 'schedule' }),
      ask(methods, { kind: 'exists', urls, isTest: false }),
      ask(methods, { kind: 'exists', urls, isTest: true }),
      ask(subjectOf('poller'), { kind: 'poll', isTest: true }),
      ask(subjectOf('tester'), { kind: 'credentialTest', name: 'works', credential: { key: 'x' } }),
    ]);
    expect(answers.map(({ value }) => value)).toEqual([
      [given('usual'), given(2)],
      { results: [given('f/undefined')], nextPage: '2' },
      { results: [given('undefined/2')] },
      { fields: [{ id: 'a', displayName: 'A', type: 'string', required: true }] },
      { echoed: { a: [1] } },
      [{ method: 'POST', path: 'usual', responseMode: 'onReceived' }],
      [{ cron: '0 * * * *' }],
      [],
      true,
      false,
      new JsonText('[[{"json":{"test":true}}]]'),
      { status: 'OK', message: 'The key is x' },
    ]);
  });

  it('receives a call with its bytes, and accepts, answers or refuses it', async () => {
    const { ask } = await createTestCalls();
    const rawBody = Uint8Array.from({ length: 256 }, (_, index) => index);
    const receive = (method: string, secret: string) =>
      ask(methods, { kind: 'receive', call: { request: requestOf(method, secret), ...about, rawBody }, isTest: false });
    const [accepted, answered, refused] = await Promise.all([
      receive('POST', 'right'),
      receive('GET', 'right'),
      receive('POST', 'wrong'),
    ]);
    expect(accepted.value).toEqual({
      kind: 'accept',
      output: new JsonText(JSON.stringify([[{ json: { bytes: [...rawBody], length: 256 } }]])),
    });
    expect(answered.value).toMatchObject({ kind: 'answer', response: { status: 200, body: { text: 'challenge' } } });
    expect(refused.value).toEqual({ kind: 'refuse', status: 401, message: 'The signature is wrong' });
  });

  it('gives back what it has changed of the static data, and writes files for the execution that it is told', async () => {
    const { ask } = await createTestCalls();
    const poll = (staticData: CallSubject['staticData'], executionId?: () => Promise<number>) =>
      ask({ ...subjectOf('poller'), staticData }, { kind: 'poll', isTest: false }, { executionId });
    await expect(poll({})).rejects.toThrow('The node cannot write files here');
    expect(await poll({ global: { a: 1 } }, async () => 77)).toEqual({
      value: null,
      staticData: { 'node:Node': { last: 1 } },
    });
    const second = await poll({ 'node:Node': { last: 1 } }, async () => 77);
    expect(second.staticData).toEqual({ 'node:Node': { last: 2 } });
    expect((second.value?.parse() as NodeOutput | undefined)?.[0]?.[0]?.binary?.file).toMatchObject({
      fileName: 'news.txt',
      id: expect.stringMatching(/^filesystem:77\/|^77\//),
    });
  });

  it('reads parameters of its node, with what is beside the one that is to be chosen', async () => {
    const { ask } = await createTestCalls();
    const rules = { values: [{ table: 'first' }, { table: '={{ "sec" + "ond" }}' }] };
    const subject = subjectOf('methods', { rules, text: '={{ $workflow.name }}' });
    const at = (where: string) => ask(subject, { ...choices('siblings'), path: where });
    expect((await at('parameters.rules.values[1].field')).value).toEqual([given('second'), given('undefined')]);
    expect((await at('parameters.gone[7].__proto__.field')).value).toEqual([given('undefined'), given('undefined')]);
    expect((await ask(subject, choices('plain'))).value[0]).toEqual(given('Test'));
  });

  it('says lines', async () => {
    const { ask } = await createTestCalls();
    const lines: unknown[] = [];
    await ask(methods, choices('said'), { onLog: (values) => lines.push(values) });
    expect(lines).toEqual([['one', { two: 2 }]]);
  });

  it('makes requests where all nodes make them, and names credentials', async () => {
    const service = await createService();
    const { ask } = await createTestCalls();
    const asked = ask(subjectOf('methods', { url: service.url }), choices('fetched'));
    (await service.until(1)).answer.end('fetched');
    expect((await asked).value).toEqual([given('fetched')]);
    await expect(ask(methods, choices('signed'))).rejects.toMatchObject({
      name: 'NodeError',
      message: 'Credentials for "none" are not set.',
    });
  });

  it('goes to the process of the call before, which ends when there has been none for a while', async () => {
    const { ask, pids } = await createTestCalls({ keptIdle: 50 });
    const [first, second] = [await ask(methods, choices('pid')), await ask(methods, choices('pid'))];
    expect(first.value).toEqual(second.value);
    await expect.poll(pids).toEqual([]);
    expect((await ask(methods, choices('pid'))).value).not.toEqual(first.value);
  });
});

describe('a call that fails', () => {
  it.each([
    ['refused', { message: 'The service refused', description: 'Look at its settings', httpCode: '403' }],
    ['failed', { message: 'x is not a function' }],
    ['emitError', { message: 'Nobody hears this' }],
    ['large', { message: '"large" of methods gave too large an answer', description: '18 MB' }],
    ['noList', { message: '"noList" of methods gave a wrong answer: the choices are no list' }],
    ['noName', { message: '"noName" of methods gave a wrong answer: entry 0 of the choices has no name' }],
    ['cyclic', { message: '"cyclic" of methods gave a wrong answer: The value is nested too deeply' }],
    ['written', { message: 'The node cannot write files here' }],
  ])('%s says so', async (name, { message, description, httpCode }: Record<string, string>) => {
    const { ask } = await createTestCalls();
    await expect(ask(methods, choices(name))).rejects.toMatchObject({
      name: 'NodeError',
      message: expect.stringContaining(message as string),
      ...(description && { description: expect.stringContaining(description) }),
      ...(httpCode && { httpCode }),
    });
  });

  it.each(['gone', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])('has no method %s', async (name) => {
    const { ask } = await createTestCalls();
    for (const kind of ['options', 'search', 'mapping'] as const)
      await expect(ask(methods, { kind, name, path })).rejects.toMatchObject({
        error: 'nodeMethodNotFound',
        message: expect.stringContaining(`methods has no method "${name}"`),
      });
    await expect(ask(methods, { kind: 'action', name, path, payload: {} })).rejects.toMatchObject({
      error: 'nodeMethodNotFound',
    });
  });

  it('has a type that is not there, that has no such method, or that cannot be loaded', async () => {
    const { ask } = await createTestCalls();
    await expect(ask(subjectOf('gone'), choices('plain'))).rejects.toMatchObject({ error: 'nodeTypeNotFound' });
    await expect(ask(methods, { kind: 'poll', isTest: false })).rejects.toMatchObject({
      error: 'nodeMethodNotFound',
      message: 'methods has no "poll".',
    });
    await expect(ask({ ...methods, node: 'Other' }, choices('plain'))).rejects.toThrow('There is no node "Other"');
    const broken = ask(subjectOf('broken'), choices('plain'));
    await expect(broken).rejects.toThrow('The code of the node type test.broken could not be loaded: Unexpected token');
    expect((await ask(methods, choices('plain'))).value).toHaveLength(2);
  });

  it('takes too long, or is not wanted any more', async () => {
    const { ask } = await createTestCalls();
    const late = ask(methods, choices('never'), { timeout: 300 });
    await expect(late).rejects.toMatchObject({
      name: 'NodeError',
      message: 'The node did not answer in time',
      description: 'It had 0.3 seconds.',
    });
    const stop = new AbortController();
    const service = await createService();
    const unwanted = ask(subjectOf('methods', { url: service.url }), choices('fetched'), { signal: stop.signal });
    const { request } = await service.until(1);
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    stop.abort(new Error('Nobody waits'));
    await expect(unwanted).rejects.toThrow('Nobody waits');
    await closed;
    await expect(ask(methods, choices('plain'), { signal: stop.signal })).rejects.toThrow('Nobody waits');
  });

  it('is not carried out where it was not wanted any more before it began', async () => {
    const { ask, pids } = await createTestCalls();
    const stop = new AbortController();
    const later = ask(methods, choices('pid'));
    const unwanted = ask(methods, choices('count'), { signal: stop.signal });
    // Both were sent, and the process that reads them is only starting.
    await new Promise((resolve) => setImmediate(resolve));
    expect(pids()).toHaveLength(1);
    stop.abort(new Error('Nobody waits'));
    await expect(unwanted).rejects.toThrow('Nobody waits');
    const counted = ask(methods, choices('count'));
    expect((await later).value).toEqual([given(pids()[0] as number)]);
    expect((await counted).value).toEqual([given(1)]);
  });

  it('is one line in the log, without what was said, and counts', async () => {
    const lines: string[] = [];
    const metrics = createPrometheus();
    const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
    const { ask } = await createTestCalls({ log, metrics });
    const subject = subjectOf('methods', { text: 'private' });
    subject.workflow.id = '12';
    await ask(subject, choices('refused')).catch(() => {});
    await ask(subject, choices('plain'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        method: 'options',
        name: 'refused',
        workflowId: '12',
        node: 'Node',
        nodeType: 'test.methods',
        typeVersion: 1,
        duration: expect.any(Number),
        error: 'NodeError',
        httpCode: '403',
        msg: 'A call of a node has failed',
      },
    ]);
    const { text } = await metrics.expose();
    expect(text).toContain('millrace_node_call_seconds_count{method="options",outcome="error"} 1');
    expect(text).toContain('millrace_node_call_seconds_count{method="options",outcome="success"} 1');
  });
});
