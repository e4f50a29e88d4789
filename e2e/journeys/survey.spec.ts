import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

interface Told {
  name: string;
  properties: Record<string, unknown>;
}

const startCollector = async () => {
  const events: Told[] = [];
  const server = createServer(async (request, response) => {
    events.push(...(JSON.parse(await text(request)) as { events: Told[] }).events);
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    events,
    server,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/events`,
  };
};

test('with telemetry on people are asked after a save, the owner exports what they say, and events are passed on', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const { events, server, url } = await startCollector();
  const millrace = await Millrace.start();
  const editor = new Editor(page, millrace.url);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/rest\/(prompt|value-survey|telemetry)/.test(request.url())) asked.push(request.url());
  });
  /** Something that has to be saved; a new name is at once. */
  const change = async () => {
    await editor.nodes.first().click();
    await page.keyboard.press('d');
  };
  try {
    await test.step('with telemetry off nobody is asked and nothing is told', async () => {
      await millrace.restart({ MILLRACE_PROMPTS: 'contact,survey' });
      await editor.open();
      await editor.rename('Orders');
      await editor.save();
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
    });

    await millrace.restart({ MILLRACE_TELEMETRY_URL: url, MILLRACE_PERSONALIZATION_SURVEY: 'true' });

    await test.step('the survey about a person comes first, in both themes', async () => {
      await page.goto(`${millrace.url}/workflow`);
      const dialog = page.getByRole('dialog', { name: 'What do you want to automate?' });
      await expect(dialog).toBeVisible();
      await expectAccessible(page, 'survey about a person');
      await dialog.getByRole('combobox', { name: 'Which area do you work in?' }).click();
      await page.getByRole('option', { name: 'Security' }).click();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      await expect(editor.canvas).toBeVisible();
      await expect(dialog).toBeHidden();
    });

    await test.step('an address is asked for after a save', async () => {
      await editor.rename('Bills');
      await editor.save();
      const dialog = page.getByRole('dialog', { name: 'May we write to you?' });
      await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
      await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@');
      await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
      await expectAccessible(page, 'prompt for an address');
      await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Thanks!', { exact: true })).toBeVisible();
    });

    await test.step('then the score, at the lower edge, by keyboard', async () => {
      await change();
      await editor.save();
      const scores = page.getByRole('group', { name: 'From 0 to 10' });
      await expect(scores.getByRole('button')).toHaveCount(11);
      await expect(async () => {
        const box = await page.getByRole('dialog').boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(900, 0);
        expect(box?.height).toBeLessThan(250);
        expect(box?.width).toBe(1440);
      }).toPass();
      await expectAccessible(page, 'score');
      const stored = page.waitForResponse(/value-survey$/);
      await scores.getByRole('button', { name: '9', exact: true }).press('Enter');
      expect((await stored).request().postDataJSON()).toEqual({ value: 9 });
      await expect(page.getByRole('dialog', { name: /^Good to hear!/ })).toBeVisible();
      await expectAccessible(page, 'address after the score');
      await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Thank you for your feedback')).toBeVisible();
      await change();
      await editor.save();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('the owner reads and exports the answers', async () => {
      await page.goto(`${millrace.url}/settings/usage-data`);
      await expect(page.getByText('3 answers')).toBeVisible();
      await expect(page.getByRole('row', { name: /Recommendation.*9 of 10, ada@example.com/ })).toBeVisible();
      await expect(page.getByRole('row', { name: /Personalization.*Security/ })).toBeVisible();
      await expectAccessible(page, 'usage data');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export CSV' }).click();
      expect(await text(await (await download).createReadStream())).toMatch(/^question,askedAt.*\r\nvalue,/);
      const json = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export JSON' }).click();
      expect(JSON.parse(await text(await (await json).createReadStream()))).toHaveLength(3);
    });

    await test.step('the collector has heard of screens and nodes, and of nothing that workflows hold', async () => {
      await editor.open();
      const told = page.waitForResponse(
        (response) =>
          response.url().endsWith('/telemetry-events') && response.request().postData()?.includes('nodeAdded') === true,
      );
      const panel = await editor.addNode('edit fields', 'Edit Fields');
      await page.keyboard.press('Escape');
      await expect(panel.dialog).toBeHidden();
      await told;
      await millrace.restart();
      const names = events.map(({ name }) => name);
      for (const name of ['instanceStarted', 'pageViewed', 'nodePanelOpened', 'nodeAdded'])
        expect(names).toContain(name);
      expect(events.filter(({ name }) => name === 'pageViewed').map(({ properties }) => properties.view)).toEqual(
        expect.arrayContaining(['NodeViewNew', 'UsageSettings']),
      );
      const added = events.find(({ name }) => name === 'nodeAdded');
      expect(added?.properties).toEqual({
        sessionId: expect.stringMatching(/^nodes_panel_session_\d+$/),
        nodeType: 'core.set',
      });
      const all = JSON.stringify(events);
      for (const content of ['Bills', 'Orders', 'ada@', 'edit fields']) expect(all).not.toContain(content);
    });
  } finally {
    await millrace.stop();
    server.closeAllConnections();
    server.close();
  }
});
