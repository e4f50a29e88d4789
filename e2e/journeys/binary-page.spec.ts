import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

/** A page that tries to run something and to tell somebody that it was read. */
const hostilePage = (beacon: string): string => `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=${beacon}/refresh">
<link rel="stylesheet" href="${beacon}/style"><link rel="prefetch" href="${beacon}/prefetch">
<style>body { color: rgb(1, 2, 3); background: url(${beacon}/background) }</style>
<script>fetch('${beacon}/script'); top.hit = 1; parent.hit = 1; window.hit = 1</script></head>
<body onload="new Image().src='${beacon}/onload'"><h1>Invoice 42</h1>
<img src="${beacon}/image" onerror="fetch('${beacon}/onerror')"><iframe src="${beacon}/frame"></iframe>
<a href="${beacon}/link" target="_top">Pay</a>
<form action="${beacon}/form"><button>Send</button></form>
<object data="${beacon}/object"></object><video src="${beacon}/video" autoplay></video></body></html>`;

test('a page among the files of an item is read, and does nothing', async ({ millrace, page }) => {
  // Without the fixture, which takes what the browser refuses the page for a defect.
  const editor = new Editor(page, millrace.url);
  const heard: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    heard.push(url);
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end('heard');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const beacon = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const data = Buffer.from(hostilePage(beacon)).toString('base64');
    const answer = await page.request.post(`${millrace.url}/rest/workflows`, {
      data: {
        name: 'Pages',
        nodes: [
          { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
          { name: 'Page', type: 'core.noOp', typeVersion: 1, position: [260, 0], parameters: {} },
        ],
        connections: { Start: { main: [[{ node: 'Page', type: 'main', index: 0 }]] } },
        pinData: {
          Start: [{ json: {}, binary: { page: { mimeType: 'text/html', fileName: 'invoice.html', data } } }],
        },
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { id } = (await answer.json()).data;
    await editor.open(`/workflow/${id}`);
    const panel = await editor.openNode('Start');
    await panel.dialog.getByRole('button', { name: 'View' }).click();
    const shown = panel.dialog.frameLocator('iframe[title="invoice.html"]');
    await expect(shown.getByRole('heading', { name: 'Invoice 42' })).toBeVisible();
    await expect(shown.locator('body')).toHaveCSS('color', 'rgb(1, 2, 3)');
    const frame = panel.dialog.locator('iframe[title="invoice.html"]');
    await expect(frame).toHaveAttribute('sandbox', '');
    // What a person does in it leads nowhere either.
    await shown.getByRole('link', { name: 'Pay' }).click();
    await shown.getByRole('button', { name: 'Send' }).click();
    await expect(shown.getByRole('heading', { name: 'Invoice 42' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/workflow/${id}`);
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    expect(heard).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
