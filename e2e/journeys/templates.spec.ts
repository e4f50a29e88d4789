import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { TemplatesHost } from '../fixtures/templates-host.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

/** An instance that shows the templates of a host of its own. */
const withHost = async (use: (started: { host: TemplatesHost; millrace: Millrace }) => Promise<void>) => {
  const host = await TemplatesHost.start();
  const millrace = await Millrace.start({ MILLRACE_TEMPLATES_HOST: host.url });
  try {
    await use({ host, millrace });
  } finally {
    await millrace.stop();
    await host.stop();
  }
};

const cards = (page: Page) => page.getByRole('region', { name: /^Workflows/ }).getByRole('listitem');
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search workflows' });

test('a template of the instance is found, looked at and used', async ({ editor, millrace, page }) => {
  await page.goto(millrace.url);
  await expect(page).toHaveURL(`${millrace.url}/templates/`);
  await expect(page).toHaveTitle('Workflow templates · Millrace');
  await expect(page.getByRole('heading', { name: 'Workflow templates' })).toBeVisible();
  await searchField(page).fill('orders');
  await expect(page).toHaveURL(/\/templates\/\?search=orders$/);
  const first = cards(page).first().getByRole('link');
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Use this workflow' }).click();
  await expect(page).toHaveURL(/\/workflow\?templateId=\d+$/);
  await expect(page.getByRole('button', { name: /^Rename workflow/ })).toContainText(name.slice(0, 20));
  await expect(editor.nodes.first()).toBeVisible();
  await editor.save();
  await expect(page).toHaveURL(/\/workflow\/\d+$/);
});

test('a search is kept in the address: shared, restored, and not asked for twice', async ({ page }) => {
  await withHost(async ({ host, millrace }) => {
    await page.goto(`${millrace.url}/templates?search=invoices&categories=1,13`);
    await expect(searchField(page)).toHaveValue('invoices');
    for (const name of ['Category 1', 'Category 13'])
      await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'All Categories' })).not.toBeChecked();
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByRole('heading', { name: /^Workflows/ })).toContainText('2');

    await page.getByRole('checkbox', { name: 'Category 1', exact: true }).uncheck();
    await expect(page).toHaveURL(/search=invoices&categories=13$/);
    await page.getByRole('checkbox', { name: 'Category 1', exact: true }).check();
    await expect(page).toHaveURL(/search=invoices&categories=13,1$/);
    await expect(cards(page)).toHaveCount(2);
    expect(host.callsTo('/templates/workflows?')).toHaveLength(2);

    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('checkbox', { name: 'All Categories' }).check();
    await expect(page).toHaveURL(/\/templates\/?$/);
    await expect(cards(page).first()).toBeVisible();
    await searchField(page).pressSequentially('stock');
    await expect(page).toHaveURL(/search=stock$/);
    expect(host.callsTo('/templates/workflows?').filter((call) => call.includes('search=s'))).toHaveLength(1);
    await searchField(page).fill('zzzz');
    await expect(page.getByText('Nothing found. Try adjusting your search to see more.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all workflows' }).click();
    await expect(searchField(page)).toHaveValue('');
    await expect(cards(page).first()).toBeVisible();
  });
});

test('the page shows categories, collections and what there is, ten at a time to the end', async ({ page }) => {
  await withHost(async ({ host, millrace }) => {
    await page.goto(`${millrace.url}/templates/`);
    await expect(page.getByRole('checkbox')).toHaveCount(13);
    await page.getByRole('button', { name: '+ 8 more' }).click();
    await expect(page.getByRole('checkbox')).toHaveCount(21);

    const row = page.getByRole('region', { name: 'Collections' });
    const slides = row.getByRole('list');
    await expect(row.getByRole('button')).toHaveCount(1);
    await row.getByRole('button', { name: 'More collections' }).click();
    await expect.poll(() => slides.evaluate((list) => list.scrollLeft)).toBe(480);
    await expect(row.getByRole('button')).toHaveCount(2);
    await row.getByRole('link', { name: 'Collection 8' }).focus();
    await expect(row.getByRole('button', { name: 'More collections' })).toHaveCount(0);

    const eighth = cards(page).filter({ hasText: 'Collect reports 7' });
    await expect(eighth.getByText('+4')).toBeVisible();
    await expect(eighth.locator('img')).toHaveCount(4);
    await expect(cards(page).filter({ hasText: 'Watch invoices 20' }).or(eighth)).toContainText('4.3k views');
    await expect(cards(page).first()).not.toContainText('view');

    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(63, { timeout: 500 });
    }).toPass();
    await expect(page.getByText(/^That is all of them/)).toBeVisible();
    const calls = host.callsTo('/templates/workflows?').map((call) => new URL(call, host.url).searchParams);
    expect(calls.map((query) => query.get('skip'))).toEqual(['0', '10', '20', '30', '40', '50', '60']);
    expect(new Set(calls.map((query) => query.get('rows')))).toEqual(new Set(['10']));

    // Who comes back is where he was; who searches begins at the top.
    const scrolls = page.locator('[data-scrolls]');
    await cards(page).last().scrollIntoViewIfNeeded();
    const top = await scrolls.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(1000);
    await cards(page).last().getByRole('link').click();
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect.poll(() => scrolls.evaluate((element) => element.scrollTop)).toBe(top);
    await searchField(page).fill('stock');
    await expect.poll(() => scrolls.evaluate((element) => element.scrollTop)).toBe(0);
  });
});

test('a template tells what it is made of, and leads on from there', async ({ context, page }) => {
  await withHost(async ({ millrace }) => {
    const at = (path: string) => `${millrace.url}${path}`;
    await page.goto(at('/templates/7'));
    await expect(page).toHaveTitle('Collect reports 7 · Millrace');
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details.getByRole('link')).toHaveCount(9);
    await expect(details).toContainText('last week by ada');
    await expect(details).toContainText('4.3k');
    await expect(page.frameLocator('iframe').getByRole('group', { name: /^Greet,/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What it does' })).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);

    // Without a history, back is the list.
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/templates\/?$/);
    await page.goto(at('/templates/7'));
    await details.getByRole('link', { name: 'HTTP Request' }).click();
    await expect(page).toHaveURL(/\/templates\?search=HTTP\+Request$/);
    await expect(searchField(page)).toHaveValue('HTTP Request');
    await expect(cards(page).first()).toBeVisible();
    await page.goBack();
    await details.getByRole('link', { name: 'Category 8' }).click();
    await expect(page).toHaveURL(/\/templates\?categories=8$/);
    await expect(page.getByRole('checkbox', { name: 'Category 8' })).toBeChecked();

    await page.goto(at('/templates/1'));
    await expect(details).not.toContainText('Views');
    await page.goto(at('/templates/3'));
    await expect(details).toContainText('by the Millrace team');

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Use this workflow' }).click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expect(tab).toHaveURL(/\/workflow\?templateId=3$/);
    await expect(page).toHaveURL(at('/templates/3'));
    await tab.close();
  });
});

test('a collection shows what belongs together; a workflow of it opens unsaved, and leaves a draft when it was edited', async ({
  page,
}) => {
  await withHost(async ({ millrace }) => {
    const editor = new Editor(page, millrace.url);
    await page.goto(`${millrace.url}/templates/`);
    await page.getByRole('link', { name: 'Collection 2' }).click();
    await expect(page.getByRole('heading', { name: 'Collection 2' })).toBeVisible();
    await expect(page.getByText('This collection features')).toBeVisible();
    await expect(page.getByText('belongs', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Use workflow Summarize stock 2' }).click();
    await expect(editor.node('Greet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Template 2' })).toBeVisible();
    await expect(page).toHaveURL(`${millrace.url}/workflow?templateId=2`);
    await expect(editor.saveButton).toBeEnabled();
    await editor.run();
    await expect(editor.node('Greet')).toContainText('1');

    // Nothing was edited: loaded again, it is the template again, and no draft is spoken of.
    await page.reload();
    await expect(editor.node('Greet')).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
    await editor.rename('Mine');
    await expect(page.getByText(/^Draft kept/)).toBeVisible();
    await page.reload();
    await expect(editor.node('Greet')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Rename workflow/ })).toContainText('Mine');
    await editor.save();
    await expect(page).toHaveURL(/\/workflow\/\d+$/);
  });
});

test('what is missing says so, and a template that is not there leads to a new workflow', async ({ page }) => {
  await withHost(async ({ host, millrace }) => {
    const editor = new Editor(page, millrace.url);
    await page.goto(`${millrace.url}/templates/999999`);
    await expect(page.getByText('Workflow could not be found')).toBeVisible();
    await page.goto(`${millrace.url}/collections/999999`);
    await expect(page.getByText('Collection could not be found')).toBeVisible();
    await page.goto(`${millrace.url}/workflows/templates/999999`);
    await expect(page.getByRole('alert').filter({ hasText: 'Workflow could not be found' })).toBeVisible();
    await expect(page).toHaveURL(`${millrace.url}/workflow`);
    await expect(editor.nodes.first()).toBeVisible();
    host.failing = /./;
    await page.goto(`${millrace.url}/templates/5`);
    await expect(page.getByText('Workflow could not be found')).toBeVisible();
    await expect(page.getByText(/does not answer as it should: status 500/)).toBeVisible();
    host.failing = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Clean up mails 5', level: 1 })).toBeVisible();
  });
});

test('a host that is down, slow, failing or empty leaves the editor as it is', async ({ page }) => {
  await withHost(async ({ host, millrace }) => {
    const editor = new Editor(page, millrace.url);
    await test.step('slow: each part comes when it is there, and the editor waits for none', async () => {
      let open = () => {};
      host.gate = new Promise<void>((done) => {
        open = done;
      });
      await page.goto(`${millrace.url}/templates/`);
      await expect(page.getByRole('region', { name: 'Workflows' })).toHaveAttribute('aria-busy', 'true');
      await expect(page.getByRole('region', { name: 'Collections' })).toHaveAttribute('aria-busy', 'true');
      open();
      await expect(cards(page)).not.toHaveCount(0);
    });

    await test.step('categories and collections fail: the templates are there without', async () => {
      host.failing = /categories|collections/;
      await page.reload();
      await expect(cards(page).first()).toBeVisible();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Collections' })).toHaveCount(0);
      await expect(page.locator('.toast')).toHaveCount(0);
    });

    await test.step('more fail: a toast, and another try', async () => {
      host.failing = /skip=10&/;
      await page.reload();
      await cards(page).last().scrollIntoViewIfNeeded();
      const toast = page.getByRole('alert').filter({ hasText: 'Could not load more workflows' });
      await expect(toast).toContainText('Error');
      host.failing = undefined;
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(cards(page).nth(10)).toBeVisible();
    });

    await test.step('failing: a warning in place of the list', async () => {
      host.failing = /templates\/workflows/;
      await page.reload();
      await expect(page.getByText('The templates cannot be loaded')).toBeVisible();
      host.failing = undefined;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(cards(page).first()).toBeVisible();
    });

    await test.step('empty', async () => {
      host.count = 0;
      await page.reload();
      await expect(page.getByText('Nothing found. Try adjusting your search to see more.')).toBeVisible();
    });

    await test.step('down: the homepage is a new workflow, and the list says what is so', async () => {
      await host.stop();
      await page.goto(millrace.url);
      await expect(page).toHaveURL(`${millrace.url}/workflow`);
      await expect(editor.nodes.first()).toBeVisible();
      await page.getByRole('link', { name: 'Templates' }).click();
      await expect(page.getByText('The templates cannot be loaded')).toBeVisible();
    });
  });
});

test('without templates there are no such pages, and no way to them', async ({ page }) => {
  const millrace = await Millrace.start({ MILLRACE_TEMPLATES_ENABLED: 'false' });
  await page.goto(millrace.url);
  await expect(page).toHaveURL(`${millrace.url}/workflow`);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Workflows' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Templates' })).toHaveCount(0);
  for (const path of ['/templates/', '/templates/1', '/collections/1', '/workflows/templates/1']) {
    await page.goto(`${millrace.url}${path}`);
    await expect(page.getByText('Oops, couldn’t find that'), path).toBeVisible();
  }
  await millrace.stop();
});

test('templates are for everyone: by keyboard alone, with names, in both themes', async ({ page }) => {
  await withHost(async ({ millrace }) => {
    await page.goto(`${millrace.url}/templates/`);
    await expect(cards(page).first()).toBeVisible();
    await expectAccessible(page, 'search for templates');
    await searchField(page).focus();
    await page.keyboard.type('reports');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=reports/);
    await expect(cards(page).first()).toContainText('reports');
    const first = cards(page).first().getByRole('link');
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused({ timeout: 50 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /reports/ })).toBeVisible();
    await expectAccessible(page, 'template');
    const back = page.getByRole('link', { name: 'Go back' });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(back).toBeFocused({ timeout: 50 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(searchField(page)).toHaveValue('reports');
    await page.goto(`${millrace.url}/collections/3`);
    await expect(page.getByText('This collection features')).toBeVisible();
    await expectAccessible(page, 'collection of templates');
  });
});
