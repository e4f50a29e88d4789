import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures/test.ts';

const chat = (webhookId: string, respond: object) => ({
  name: webhookId,
  active: true,
  nodes: [
    {
      name: 'Chat',
      type: '@n8n/n8n-nodes-langchain.chatTrigger',
      typeVersion: 1.3,
      webhookId,
      position: [0, 0],
      parameters: {
        public: true,
        initialMessages: 'Hi!',
        options: {
          responseMode: 'streaming',
          title: 'Ask us',
          allowFileUploads: true,
          allowedFilesMimeTypes: 'text/*',
        },
      },
    },
    {
      name: 'Answer',
      type: 'n8n-nodes-base.respondToWebhook',
      typeVersion: 1.5,
      position: [200, 0],
      parameters: respond,
    },
  ],
  connections: { Chat: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
});

test('a chat answers in pieces what is said, with files, and shows answers as text', async ({
  millrace,
  page,
  request,
}) => {
  await request.post(`${millrace.url}/rest/workflows`, {
    data: chat('talk', {
      respondWith: 'text',
      responseBody:
        '=**{{ $json.chatInput }}** <img src=x onerror=alert(1)> {{ ($json.files || []).map(f => f.fileName).join() }}',
    }),
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${millrace.url}/webhook/talk/chat`);
  const log = page.getByRole('log');
  await expect(log).toContainText('Hi!');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Hello');
  await message.press('Enter');
  await expect(log.locator('strong')).toHaveText('Hello');
  await expect(log).toContainText('<img src=x onerror=alert(1)>');
  await expect(message).toBeFocused();

  await page.getByLabel('Files').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await message.fill('And this');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('onerror=alert(1)> a.txt')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(log).not.toContainText('Hello');
  expect(errors).toEqual([]);
});

test('a chat says when its workflow could not answer', async ({ millrace, page, request }) => {
  await request.post(`${millrace.url}/rest/workflows`, {
    data: chat('failing', { respondWith: 'json', responseBody: '{' }),
  });
  await page.goto(`${millrace.url}/webhook/failing/chat`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log')).toContainText('The workflow could not answer.');
});
