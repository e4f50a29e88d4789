import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from './protocol.ts';
import { createLineReader, toLines } from './wire.ts';

const run = (more: object): ToWorker => ({
  type: 'execute',
  execution: {
    executionId: 7,
    versionId: 2,
    mode: 'webhook',
    input: '{"start":{"kind":"trigger"}}',
    watched: false,
    streamed: false,
    keepOnSuccess: true,
    keepOnError: true,
    wantsItems: false,
    waitCount: 0,
    ...more,
  },
});

const record = {
  position: 0,
  node: 'A "quoted"\nname',
  task: '{"a":1}',
  outputs: '{"main":[1]}',
  data: '{"main":[[]]}',
};
const chunk = {
  position: 1,
  connection: 'main',
  output: 0,
  chunk: 0,
  firstItem: 0,
  itemCount: 1,
  items: '[{"json":{}}]',
};
const end = { executionId: 7, status: 'success', error: null, lastNode: 'A', nodes: [record], items: [chunk] } as const;

const messages: (ToWorker | FromWorker)[] = [
  { type: 'ping' },
  { type: 'version', versionId: 2, workflow: '{"nodes":[]}' },
  run({}),
  run({
    staticData: '{"global":{}}',
    earlier: {
      resumption: '{"resumption":{"kind":"time"}}',
      recorded: [{ ...record, data: null, chunks: [{ connection: 'main', output: 0, items: '[]' }] }, record],
    },
  }),
  { type: 'called', executionId: 7, id: 1, result: '{"status":"success"}' },
  { type: 'record', executionId: 7, id: 3, nodes: [record, { ...record, data: null }], items: [chunk], inFlight: null },
  { type: 'nodeFinished', executionId: 7, node: 'A', task: '{}', data: null, outputs: '{"main":[5000]}' },
  { type: 'call', executionId: 7, id: 1, key: 'call:7:0:0:0', call: '{"node":"A"}', items: '[]' },
  {
    type: 'response',
    executionId: 7,
    response: { status: 200, headers: {}, body: { kind: 'text', text: 'two\nlines 🙂' } },
  },
  {
    type: 'ended',
    result: { ...end, nodes: [...end.nodes], items: [...end.items], lastItems: '[{"json":{"ä":"\\n"}}]' },
  },
];

test.each([1, 7, 65_536])('messages come as they went, in chunks of %i characters', (size) => {
  const received: (ToWorker | FromWorker)[] = [];
  const read = createLineReader((some) => void received.push(...some));
  const text = messages.map(toLines).join('');
  for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
  expect(received).toEqual(messages);
});

test('texts of JSON travel as they are', () => {
  const lines = toLines({ type: 'version', versionId: 2, workflow: '{"name":"a \\"b\\""}' });
  expect(lines.split('\n')).toEqual(['1:{"type":"version","versionId":2,"workflow":""}', '{"name":"a \\"b\\""}', '']);
});

test('a text of JSON that was written over several lines keeps its meaning', () => {
  const received: (ToWorker | FromWorker)[] = [];
  const workflow = JSON.stringify({ name: 'two\nlines', nodes: [] }, undefined, 2);
  createLineReader((some) => void received.push(...some))(toLines({ type: 'version', versionId: 2, workflow }));
  const [message] = received as [Extract<ToWorker, { type: 'version' }>];
  expect(JSON.parse(message.workflow)).toEqual(JSON.parse(workflow));
});
