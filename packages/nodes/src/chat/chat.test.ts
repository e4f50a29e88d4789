import type { Resumption, WebhookRequest } from '@millrace/engine/node-api';
import { passNode, runWorkflowForTest, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { chatTrigger } from '../chat-trigger/chat-trigger.node.ts';
import { manualTrigger } from '../manual-trigger/manual-trigger.node.ts';
import { chat } from './chat.node.ts';

const request: WebhookRequest = {
  method: 'POST',
  url: 'https://a.example/webhook/id/chat',
  headers: {},
  params: {},
  query: {},
  body: { sessionId: 's1', action: 'sendMessage', chatInput: 'Hi' },
};
const answered = (body: object): Resumption => ({ kind: 'webhook', request: { ...request, body: body as never } });

/** A chat, a node that talks, one more of it, and the end. */
const run = async (parameters: object, typeVersion = 1.1, more: object = {}, responseMode = 'responseNodes') => {
  const said: string[] = [];
  const ended = await runWorkflowForTest(
    workflow()
      .node('Said', chatTrigger, {
        parameters: { options: { responseMode } } as never,
        typeVersion: 1.4,
        webhookId: 'id',
      })
      .node('Talk', chat, { parameters: parameters as never, typeVersion })
      .node('More', chat, {
        parameters: { message: '=and {{ $json.data?.chatInput ?? "on" }}' } as never,
        typeVersion: 1.1,
      })
      .node('End', passNode)
      .wire('Said > Talk > More > End'),
    {
      payload: { kind: 'webhook', request },
      resumeUrl: 'https://a.example/webhook-waiting/1/t',
      onEvent: (event: { type: string; piece?: unknown }) => {
        if (event.type.startsWith('response'))
          said.push(event.type === 'responsePiece' ? String(event.piece) : event.type);
      },
      ...more,
    },
  );
  const pieces = said.map((line) => {
    if (!line.startsWith('{')) return line;
    const { metadata, ...piece } = JSON.parse(line) as { type: string; metadata: { nodeName: string } };
    return { ...piece, by: metadata.nodeName };
  });
  return { ...ended, pieces };
};

const say = (content: string, by: string) => [
  { type: 'begin', by },
  { type: 'item', content, by },
  { type: 'end', by },
];

describe('Chat: a message', () => {
  it('is a piece of the answer, which several nodes give, and passes its items on', async () => {
    const { status, pieces, lastItems } = await run({ message: '=You said {{ $json.chatInput }}' });
    expect(status).toBe('success');
    expect(pieces).toEqual(['response', ...say('You said Hi', 'Talk'), ...say('and on', 'More'), 'responseEnded']);
    expect(lastItems.map(({ json }) => json.chatInput)).toEqual(['Hi']);
  });

  it('of version 1 waits unless it is told not to', async () => {
    expect((await run({ message: 'Go' }, 1)).status).toBe('waiting');
    expect((await run({ message: 'Go', waitUserReply: false }, 1)).status).toBe('success');
  });

  it('is refused where the workflow does not begin with a chat that is answered so', async () => {
    const other = await run({ message: 'Hi' }, 1.1, {}, 'lastNode');
    expect(other.error?.message).toBe('"Said" answers in another way');
    const none = await runWorkflowForTest(
      workflow()
        .node('Start', manualTrigger)
        .node('Talk', chat, { parameters: { message: 'Hi' } })
        .wire('Start > Talk'),
    );
    expect(none.error?.message).toBe('The workflow does not begin with a chat');
  });
});

describe('Chat: a question', () => {
  const ask = { operation: 'sendAndWait', message: 'Which colour?' };

  it('says where the answer goes, and waits; the answer goes on', async () => {
    const asked = await run(ask);
    expect(asked.status).toBe('waiting');
    expect(asked.wait).toMatchObject({ till: null, webhook: { method: 'POST', responseMode: 'streaming' } });
    expect(asked.pieces).toEqual([
      'response',
      ...say('Which colour?', 'Talk'),
      { type: 'wait', resumeUrl: 'https://a.example/webhook-waiting/1/t', by: 'Talk' },
      'responseEnded',
    ]);
    const more = { recorded: asked.finished, resumption: answered({ sessionId: 's1', chatInput: 'Blue' }) };
    const { pieces, lastItems } = await run(ask, 1.1, more);
    expect(lastItems[0]?.json).toEqual({ data: { sessionId: 's1', action: 'sendMessage', chatInput: 'Blue' } });
    expect(pieces).toEqual(['response', ...say('and Blue', 'More'), 'responseEnded']);
    const old = await run({ message: 'Go' }, 1, { ...more, recorded: (await run({ message: 'Go' }, 1)).finished });
    expect(old.lastItems[0]?.json).toEqual({ sessionId: 's1', action: 'sendMessage', chatInput: 'Blue' });
  });

  it('for approval has buttons; whoever writes instead has not agreed', async () => {
    const approval = {
      ...ask,
      responseType: 'approval',
      blockUserInput: true,
      approvalOptions: { values: { approvalType: 'double', approveLabel: 'Do it' } },
    };
    const asked = await run(approval);
    expect(asked.pieces.find((piece) => typeof piece === 'object' && piece.type === 'wait')).toEqual({
      type: 'wait',
      resumeUrl: 'https://a.example/webhook-waiting/1/t',
      buttons: [
        { label: 'Decline', approved: false },
        { label: 'Do it', approved: true },
      ],
      blocksInput: true,
      by: 'Talk',
    });
    const goOn = async (body: object) =>
      (await run(approval, 1.1, { recorded: asked.finished, resumption: answered(body) })).lastItems[0]?.json;
    expect(await goOn({ chatInput: 'Do it', approved: true })).toMatchObject({ data: { approved: true } });
    expect(await goOn({ chatInput: 'hm' })).toMatchObject({ data: { chatInput: 'hm', approved: false } });
  });

  it('goes on with its input when the time is over', async () => {
    const limited = {
      ...ask,
      options: {
        limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 5, resumeUnit: 'minutes' } },
      },
    };
    const asked = await run(limited, 1.1, { host: { now: 0 } });
    expect(asked.wait?.till).toBe(300_000);
    const { lastItems } = await run(limited, 1.1, { recorded: asked.finished, resumption: { kind: 'time' } });
    expect(lastItems[0]?.json).toMatchObject({ chatInput: 'Hi' });
  });
});
