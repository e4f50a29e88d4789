import type { NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, type RunNodeOptions } from '@millrace/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, openTestSandbox, runWithCode } from './sandbox.testing.ts';

const sandbox = openTestSandbox();
let code: NodeDefinition;
beforeAll(async () => {
  code = await nodeOf('n8n-nodes-base.code', 2);
  await sandbox.start();
});
afterAll(() => sandbox.close());

const people = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Edsger' }];

const run = (jsCode: string, options: RunNodeOptions = {}) =>
  runWithCode(sandbox.client, code, {
    items: people,
    ...options,
    parameters: { jsCode, ...(options.parameters as object) },
  });

const forEach = (jsCode: string, options: RunNodeOptions = {}) =>
  run(jsCode, { ...options, parameters: { mode: 'runOnceForEachItem', ...(options.parameters as object) } });

describe('once for all items', () => {
  test('reads the items by $input and items, and gives back what it returns', async () => {
    const { json } = await run(`
      const [first] = items;
      return [{ json: { count: $input.all().length, first: first.json.name, last: $input.last().json.name } }];`);
    expect(json).toEqual([{ count: 3, first: 'Ada', last: 'Edsger' }]);
  });

  test('takes a list of items, of objects, one item, one object, and nothing', async () => {
    expect((await run('return [{ json: { a: 1 } }]')).json).toEqual([{ a: 1 }]);
    expect((await run('return [{ a: 1 }, { a: 2 }]')).json).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await run('return { json: { a: 1 } }')).json).toEqual([{ a: 1 }]);
    expect((await run('return { a: 1 }')).json).toEqual([{ a: 1 }]);
    expect((await run('return []')).json).toEqual([]);
    expect((await run('const unused = 1;')).json).toEqual([]);
  });

  test('refuses what is no item, and says what it wants', async () => {
    for (const value of ['1', '"text"', '[1]', '[{ json: {}, more: 1 }]']) {
      const { error } = await run(`return ${value}`);
      expect(error?.description).toContain('Give back a list of items');
    }
  });

  test('links items by position where the count fits, and keeps links that the code sets', async () => {
    const { items } = await run('return items.map(({ json }) => ({ json }))');
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2]);
    const set = await run('return [{ json: {}, pairedItem: 2 }, { json: {}, pairedItem: { item: 1 } }]');
    expect(set.items.map(({ pairedItem }) => pairedItem)).toEqual([2, { item: 1 }]);
  });

  test('fails with the line of the code', async () => {
    const { error } = await run('const a = 1;\n\nthrow new Error("Nothing to do");');
    expect(error?.message).toBe('Nothing to do [line 3]');
    expect((await run('const a = 1;\nlet b = ;')).error?.message).toBe("SyntaxError: Unexpected token ';' [line 2]");
    expect((await run('return missing')).error?.message).toBe('ReferenceError: missing is not defined [line 1]');
  });

  test('awaits, and knows the libraries and globals that code uses', async () => {
    const { json } = await run(
      `
      await new Promise((resolve) => setTimeout(resolve, 1));
      const url = new URL('https://example.com/a?b=1');
      url.searchParams.set('b', '2');
      return {
        url: url.href,
        base64: Buffer.from('häh').toString('base64'),
        text: atob(btoa('text')),
        date: DateTime.fromISO('2024-05-01').toFormat('yyyy'),
        days: Duration.fromObject({ days: 2 }).as('hours'),
        query: $jmespath({ a: [{ b: 1 }, { b: 2 }] }, 'a[*].b'),
        hash: require('crypto').createHmac('sha256', 'key').update('text').digest('hex').length,
        zone: $now.zoneName,
      };`,
      { request: { timezone: 'Europe/Berlin' } },
    );
    expect(json).toEqual([
      {
        url: 'https://example.com/a?b=2',
        base64: 'aMOkaA==',
        text: 'text',
        date: '2024',
        days: 48,
        query: [1, 2],
        hash: 64,
        zone: 'Europe/Berlin',
      },
    ]);
  });

  test('reads what expressions read', async () => {
    const { json } = await run(`
      return {
        workflow: $workflow.name, mode: $execution.mode, run: $runIndex, index: $itemIndex, json: $json.name,
        previous: $prevNode.name, first: $('Input').first().json.name, all: $('Input').all().length,
        matching: $('Input').itemMatching(1).json.name, item: $('Input').item.json.name,
        older: $node['Input'].json.name, executed: $('Input').isExecuted, items: $items('Input').length,
      };`);
    expect(json[0]).toMatchObject({
      mode: 'test',
      run: 0,
      index: 0,
      json: 'Ada',
      previous: 'Input',
      first: 'Ada',
      all: 3,
      matching: 'Grace',
      item: 'Ada',
      older: 'Ada',
      executed: true,
      items: 3,
    });
    expect((await run("return $('Nobody').first()")).error?.message).toContain("Referenced node doesn't exist");
  });

  test('keeps static data and custom data', async () => {
    const { run: execution } = await run(`
      const data = $getWorkflowStaticData('global');
      data.count = (data.count ?? 0) + 1;
      $execution.customData.set('customer', 'ada');
      return { custom: $execution.customData.get('customer') };`);
    expect(execution.progress?.staticData).toEqual({ global: { count: 1 } });
    expect(execution.json('Node')).toEqual([{ custom: 'ada' }]);
  });

  test('shows what it writes to the console', async () => {
    const { logs } = await run('console.log("found", { count: 2 }); console.error("oops"); return []');
    expect(logs).toEqual([
      ['found', { count: 2 }],
      ['Error:', 'oops'],
    ]);
  });

  test('makes requests by the layer of the instance', async () => {
    const { json, host } = await run(
      `const answer = await this.helpers.httpRequest({ method: 'POST', url: 'https://example.com/', body: { a: 1 }, json: true });
       return { answer, status: (await this.helpers.httpRequest({ url: 'https://example.com/2', returnFullResponse: true })).statusCode };`,
      { host: { http: [{ body: { ok: true } }, { status: 201, body: {} }] } },
    );
    expect(json).toEqual([{ answer: { ok: true }, status: 201 }]);
    expect(host.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://example.com/',
      'GET https://example.com/2',
    ]);
    const failed = await run(
      `try { await this.helpers.httpRequest({ url: 'https://example.com/' }) } catch (error) { return { status: error.statusCode, message: error.message } }`,
      { host: { http: [{ status: 404, body: { message: 'Not there' } }] } },
    );
    expect(failed.json).toEqual([{ status: 404, message: 'Not there' }]);
  });

  test('writes and reads files', async () => {
    const { items } = await run(`
      const file = await this.helpers.prepareBinaryData(Buffer.from('hello'), 'hello.txt', 'text/plain');
      return [{ json: {}, binary: { data: file } }];`);
    expect(items[0]?.binary?.data).toMatchObject({ fileName: 'hello.txt', mimeType: 'text/plain', fileSize: 5 });
    const { json } = await run(
      `const bytes = await this.helpers.getBinaryDataBuffer(0, 'data'); return { text: bytes.toString(), isBuffer: Buffer.isBuffer(bytes) }`,
      { items: [{ json: {}, binary: { data: { mimeType: 'text/plain', data: btoa('there') } } }] },
    );
    expect(json).toEqual([{ text: 'there', isBuffer: true }]);
  });
});

test('evaluates a template as parameters do', async () => {
  const { json } = await run(`
    const texts = ['{{ 1 + 2 }}', '={{ $json.name }}', 'Hi {{ $json.name }}', '1+2'];
    return { all: texts.map((text) => $evaluateExpression(text)), second: this.evaluateExpression('{{ $json.name }}', 1) };`);
  expect(json).toEqual([{ all: [3, 'Ada', 'Hi Ada', '1+2'], second: 'Grace' }]);
});

describe('contents of files', () => {
  const withFile = async (jsCode: string) => {
    const host = createFakeHost();
    const report = await host.store('there', { mimeType: 'text/plain', fileName: 'a.txt' });
    const ran = await run(jsCode, { host, items: [{ json: {}, binary: { report } }] });
    const file = ran.items[0]?.binary?.report;
    return { ...ran, report, file, text: file && Buffer.from(await host.binary.read(file)).toString() };
  };

  test('are base64 in data, and not given back with the item', async () => {
    const { json, file, report } = await withFile(`
      const [item] = $input.all();
      item.json.text = Buffer.from(item.binary.report.data, 'base64').toString();
      return [{ ...item, binary: { report: { ...item.binary.report } } }];`);
    expect(json).toEqual([{ text: 'there' }]);
    expect(file).toEqual(report);
  });

  test('that the code sets make a file', async () => {
    for (const set of [
      'item.binary.report.data = btoa("new");',
      'item.binary.report = { ...item.binary.report, data: btoa("new") };',
      'item.binary.report.data += "x"; item.binary.report.data = btoa("new");',
      'item.binary = { report: { data: btoa("new"), mimeType: "text/plain", fileName: "a.txt" } };',
    ]) {
      const { file, report, text } = await withFile(`const [item] = $input.all(); ${set} return item;`);
      expect(text).toBe('new');
      expect(file).toMatchObject({ fileName: 'a.txt', mimeType: 'text/plain', fileSize: 3 });
      expect(file?.data).toBeUndefined();
      expect(file?.id).not.toBe(report.id);
    }
  });
});

describe('once for each item', () => {
  test('runs with the item at hand, and links what it gives to it', async () => {
    const { json, items } = await forEach(
      'return { greeting: "Hello " + $json.name, at: $itemIndex, same: item.json === $json }',
    );
    expect(json).toEqual([
      { greeting: 'Hello Ada', at: 0, same: true },
      { greeting: 'Hello Grace', at: 1, same: true },
      { greeting: 'Hello Edsger', at: 2, same: true },
    ]);
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2]);
  });

  test('leaves out items for which nothing is given back', async () => {
    expect((await forEach('return $json.name === "Ada" ? $input.item : null')).json).toEqual([{ name: 'Ada' }]);
  });

  test('fails with the line and the item', async () => {
    const { error } = await forEach('if ($itemIndex === 1)\n  throw new TypeError("Not her");\nreturn item');
    expect(error).toMatchObject({ message: 'TypeError: Not her [line 2, for item 1]' });
  });

  test('goes on with the other items where the node continues on failure', async () => {
    const { json } = await forEach('if ($itemIndex === 1) throw new Error("Not her");\nreturn item', {
      onError: 'continueRegularOutput',
    });
    expect(json).toEqual([{ name: 'Ada' }, { error: 'Not her [line 1, for item 1]' }, { name: 'Edsger' }]);
  });
});
