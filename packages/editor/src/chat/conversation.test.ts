import { afterEach, expect, test, vi } from 'vitest';
import { createChat } from './conversation.ts';

const lines = (...pieces: object[]): Response =>
  new Response(pieces.map((piece) => `${JSON.stringify(piece)}\n`).join(''));

/** A session whose runs wait for a message at once, and what is answered to the calls in their order. */
const open = (answers: (Response | Error)[], { starts = true } = {}) => {
  const state = {
    run: { status: null as string | null, awaited: undefined as { method: string; address: string }[] | undefined },
    document: { nodes: { n1: { key: 'n1', data: { type: 'core.chatTrigger', name: 'Chat' } } } },
  };
  const start = vi.fn(async () => {
    if (!starts) return;
    state.run = {
      status: 'waitingForWebhook',
      awaited: [
        { method: 'GET', address: 'https://hooks.example/webhook-test/id/chat' },
        { method: 'POST', address: 'https://hooks.example/webhook-test/id/chat' },
      ],
    };
  });
  const calls: { address: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body: unknown }) => {
    calls.push({ address, body: typeof body === 'string' ? JSON.parse(body) : body });
    state.run = { status: 'success', awaited: undefined };
    const answer = answers.shift();
    if (!(answer instanceof Response)) throw answer ?? new Error('No answer');
    return answer;
  });
  const chat = createChat({ state: () => state, runs: { start } } as never);
  const said = () => chat.store.getState().messages.map(({ by, text }) => [by, text]);
  return { chat, start, calls, said };
};

afterEach(() => vi.unstubAllGlobals());

test('each message runs the workflow by its chat trigger, and its answer is shown as it is to be read', async () => {
  const { chat, start, calls, said } = open([
    new Response(JSON.stringify({ output: 'Hello Ada', other: 1 })),
    new Response(JSON.stringify({ count: 1 })),
    new Response(''),
  ]);
  await chat.say('Hi');
  await chat.say('How many?');
  await chat.say('And?');
  expect(start).toHaveBeenCalledTimes(3);
  expect(start).toHaveBeenCalledWith({ triggerNode: 'n1' });
  const { sessionId } = chat.store.getState();
  expect(calls[0]).toEqual({
    address: '/webhook-test/id/chat',
    body: { action: 'sendMessage', sessionId, chatInput: 'Hi' },
  });
  expect(said()).toEqual([
    ['person', 'Hi'],
    ['workflow', 'Hello Ada'],
    ['person', 'How many?'],
    ['workflow', '```\n{\n  "count": 1\n}\n```'],
    ['person', 'And?'],
    ['failure', 'The workflow has ended without an answer.'],
  ]);
});

test('pieces of one message grow, and those of the next begin another', async () => {
  const { chat, said } = open([
    lines(
      { type: 'begin' },
      { type: 'item', content: 'One ' },
      { type: 'item', content: 'two' },
      { type: 'end' },
      { type: 'begin' },
      { type: 'item', content: 'Three' },
      { type: 'end' },
    ),
  ]);
  await chat.say('Count');
  expect(said().slice(1)).toEqual([
    ['workflow', 'One two'],
    ['workflow', 'Three'],
  ]);
});

test('a workflow that waits is answered where it waits, by words or a button', async () => {
  const wait = { type: 'wait', resumeUrl: 'https://hooks.example/webhook-waiting/7/t', blocksInput: true };
  const { chat, start, calls } = open([
    lines(
      { type: 'item', content: 'Sure?' },
      { type: 'end' },
      { ...wait, buttons: [{ label: 'Yes', approved: true }] },
    ),
    lines({ type: 'item', content: 'Done' }, { type: 'end' }),
  ]);
  await chat.say('Delete it');
  expect(chat.store.getState().waiting).toEqual({
    address: '/webhook-waiting/7/t',
    buttons: [{ label: 'Yes', approved: true }],
    blocksInput: true,
  });
  await chat.say('Yes', [], true);
  expect(start).toHaveBeenCalledTimes(1);
  expect(calls[1]).toMatchObject({ address: '/webhook-waiting/7/t', body: { chatInput: 'Yes', approved: true } });
  expect(chat.store.getState().waiting).toBeNull();
});

test('what goes wrong is said, and the chat goes on', async () => {
  const { chat, said } = open([
    new Response('{"message":"x"}', { status: 500 }),
    new Response('{"message":"Files cannot be sent"}', { status: 400 }),
    new TypeError('Failed to fetch'),
  ]);
  await chat.say('1');
  await chat.say('2');
  await chat.say('3');
  expect(
    said()
      .filter(([by]) => by === 'failure')
      .map(([, text]) => text),
  ).toEqual([
    'The workflow has failed before it could answer.',
    'Files cannot be sent',
    'The connection was lost before the answer was there. Send the message again.',
  ]);
  expect(chat.store.getState().isAnswering).toBe(false);
  chat.begin();
  expect(said()).toEqual([]);
  const closed = open([], { starts: false });
  await closed.chat.say('Hi');
  expect(closed.said()[1]).toEqual(['failure', 'The workflow did not start.']);
});
