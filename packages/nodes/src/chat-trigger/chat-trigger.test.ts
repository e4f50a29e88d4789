import type { WebhookRequest, WebhookSpec } from '@millrace/engine/node-api';
import { runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { manualChatTrigger } from '../manual-chat-trigger/manual-chat-trigger.node.ts';
import { chatTrigger } from './chat-trigger.node.ts';

const specsOf = (parameters: Record<string, unknown>, typeVersion = 1.4): WebhookSpec[] => {
  const { context } = setUpNode(chatTrigger, { typeVersion, webhookId: 'id-1', parameters });
  return JSON.parse(JSON.stringify(chatTrigger.webhook!(context))) as WebhookSpec[];
};
const request: WebhookRequest = {
  method: 'POST',
  url: 'https://a.example/webhook/id-1/chat',
  headers: {},
  params: {},
  query: {},
  body: { sessionId: 's1', action: 'sendMessage', chatInput: 'Hi', metadata: { a: 1 } },
};
const said = (parameters: Record<string, unknown>, more: Partial<WebhookRequest> = {}) =>
  runNode(chatTrigger, {
    parameters: parameters as never,
    payload: { kind: 'webhook', request: { ...request, ...more } },
  });

describe('Chat Trigger: what is served', () => {
  it.each([1, 1.1, 1.3, 1.4])('version %s has a page and an address for messages', (typeVersion) => {
    expect(specsOf({ public: true, initialMessages: 'Hi!\n\nHow are you?' }, typeVersion)).toEqual([
      {
        name: 'setup',
        method: 'GET',
        path: 'id-1/chat',
        responseMode: 'lastNode',
        chat: {
          title: 'Hi there! 👋',
          subtitle: "Start a chat. We're here to help you 24/7.",
          greetings: ['Hi!', 'How are you?'],
        },
      },
      { method: 'POST', path: 'id-1/chat', responseMode: 'lastNode', binaryPropertyName: 'data' },
    ]);
  });

  it('has what the options say', () => {
    const options = {
      title: 'T',
      subtitle: '',
      inputPlaceholder: 'P',
      allowFileUploads: true,
      allowedFilesMimeTypes: 'image/*',
      allowedOrigins: 'https://a.example',
      loadPreviousSession: 'manually',
      responseMode: 'streaming',
    };
    const [page, talk] = specsOf({ public: true, authentication: 'basicAuth', initialMessages: '', options });
    expect(page?.chat).toEqual({
      title: 'T',
      subtitle: '',
      placeholder: 'P',
      greetings: [],
      files: { accept: 'image/*' },
      loadsSession: true,
    });
    expect(talk).toMatchObject({
      responseMode: 'streaming',
      authentication: 'httpBasicAuth',
      allowedOrigins: 'https://a.example',
    });
  });

  it('has no page where messages come from elsewhere, and nothing but tests where it is not public', () => {
    expect(specsOf({ public: true, mode: 'webhook' }).map(({ method }) => method)).toEqual(['POST']);
    expect(specsOf({}).map(({ testOnly }) => testOnly)).toEqual([true, true]);
  });

  it('of users takes messages of its own page only, unless it is embedded', () => {
    const guarded = { public: true, authentication: 'n8nUserAuth' };
    expect(specsOf(guarded).map(({ authentication, ofPage }) => [authentication, ofPage])).toEqual([
      ['user', undefined],
      ['user', true],
    ]);
    expect(specsOf({ public: true }).some(({ ofPage }) => ofPage)).toBe(false);
    expect(specsOf({ public: true, mode: 'webhook', authentication: 'basicAuth' })[0]?.ofPage).toBeUndefined();
  });

  it.each([
    [{ public: true, authentication: 'constructor' }, 'cannot be asked for "constructor"'],
    [{ public: true, options: { responseMode: 'constructor' } }, 'cannot respond in the mode "constructor"'],
  ])('%j is refused', (parameters, message) => {
    expect(() => specsOf(parameters)).toThrow(message);
  });
});

describe('Chat Trigger: the run', () => {
  it('gives a message as one item', async () => {
    const { json } = await said({});
    expect(json).toEqual([{ sessionId: 's1', action: 'sendMessage', chatInput: 'Hi', metadata: { a: 1 } }]);
  });

  it('gives files with it, of the types that may be sent', async () => {
    const binary = { data0: { id: '1/x', mimeType: 'image/png', fileName: 'a.png', fileSize: 3 } };
    const options = { allowFileUploads: true, allowedFilesMimeTypes: 'image/*,.pdf' };
    const { items } = await said({ options }, { binary });
    expect(items[0]?.binary).toEqual(binary);
    expect(items[0]?.json.files).toEqual([
      { fileName: 'a.png', fileSize: 3, fileExtension: 'png', fileType: 'image', mimeType: 'image/png' },
    ]);
    const text = { data0: { id: '1/x', mimeType: 'text/html', fileName: 'a.html' } };
    expect((await said({ options }, { binary: text })).error?.message).toBe(
      '"a.html" is not a file of an accepted type',
    );
    expect((await said({}, { binary })).error?.message).toBe('Files cannot be sent to this chat');
  });

  it('fails without a message', async () => {
    expect((await runNode(chatTrigger, {})).error?.message).toBe('A chat trigger starts with a message');
    const { json } = await runNode(manualChatTrigger, { payload: { kind: 'webhook', request } });
    expect(json).toMatchObject([{ sessionId: 's1', chatInput: 'Hi', input: 'Hi' }]);
  });
});
