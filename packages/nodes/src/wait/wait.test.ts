import type { ExecutionMode } from '@millrace/contract/data';
import type { Resumption, WebhookRequest } from '@millrace/engine/node-api';
import { createFakeHost, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { wait } from './wait.node.ts';

const day = 86_400_000;
const run = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
  runNode(wait, { items: [{ a: 1 }, { a: 2 }], parameters: parameters as never, ...more });

/** The run waits, and goes on by what ends its wait. */
const runResumed = async (
  parameters: Record<string, unknown>,
  resumption: Resumption,
  mode: ExecutionMode = 'manual',
) => {
  const { run: ended } = await run(parameters, { request: { mode } });
  expect(ended.status).toBe('waiting');
  return run(parameters, { request: { mode, recorded: ended.finished, resumption } });
};
const fields = (...values: Record<string, unknown>[]) => ({ formFields: { values } });
const redirectTo = (redirectUrl: string) => ({
  options: { respondWithOptions: { values: { respondWith: 'redirect', redirectUrl } } },
});
const request: WebhookRequest = {
  method: 'POST',
  url: 'https://run.example/webhook-waiting/1/2?a=1',
  headers: { 'x-a': 'b' },
  params: {},
  query: { a: '1' },
  body: { ok: true },
};
const file = { id: '1/x', mimeType: 'text/plain' };

describe('Wait', () => {
  it.each([
    [1.1, { amount: 1 }, 1000],
    [1.1, { amount: 0.01, unit: 'minutes' }, 600],
    [1.1, { amount: '={{ $json.a / 2 }}' }, 500],
    [1, { amount: 0.0001 }, 360],
  ])('version %s with %j waits %i ms in the worker, once for all items', async (typeVersion, parameters, expected) => {
    const { host, json, items, error } = await run(parameters, { typeVersion });
    expect(error).toBeUndefined();
    expect(host.sleeps).toEqual([expected]);
    expect(json).toEqual([{ a: 1 }, { a: 2 }]);
    expect(items.map((item) => item.pairedItem)).toEqual([0, 1]);
  });

  it('goes on only when the time is over', async () => {
    const host = createFakeHost({ sleep: 'manual' });
    let isOver = false;
    const running = run({ amount: 1 }, { host }).then((result) => {
      isOver = true;
      return result;
    });
    await host.untilSleeping();
    host.advance(999);
    expect(isOver).toBe(false);
    host.advance(1);
    expect((await running).json).toHaveLength(2);
  });

  it.each([
    [1.1, {}, 5000],
    [1.1, { amount: 1, unit: 'minutes' }, 60_000],
    [1, {}, 3_600_000],
    [1, { amount: 3, unit: 'days' }, 3 * day],
  ])('version %s with %j: the run waits %i ms as data', async (typeVersion, parameters, expected) => {
    const { host, run: ended } = await run(parameters, { typeVersion, host: { now: 1000 } });
    expect(host.sleeps).toEqual([]);
    expect(ended).toMatchObject({ status: 'waiting', wait: { node: 'Node', till: 1000 + expected } });
  });

  it('waits without end where no one would live to see it', async () => {
    const { run: ended } = await run({ amount: 1e9, unit: 'days' });
    expect(ended).toMatchObject({ status: 'waiting', wait: { till: null } });
  });

  it('hands on what came in when its time is over, linked as it was', async () => {
    const { items } = await runResumed({ amount: 3, unit: 'hours' }, { kind: 'time' });
    expect(items.map(({ json, pairedItem }) => [json.a, pairedItem])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it('waits for a date in the workflow’s zone, and not for one that is over', async () => {
    const now = Date.parse('2026-05-30T12:00:00Z');
    const until = async (dateTime: string) => {
      const host = createFakeHost({ now });
      const { run: ended } = await run(
        { resume: 'specificTime', dateTime },
        { host, request: { timezone: 'Europe/Berlin' } },
      );
      expect(ended.error).toBeUndefined();
      return ended.wait ? ended.wait.till! - now : (host.sleeps[0] ?? 0);
    };
    expect(await until('2026-05-30T14:30:00')).toEqual(1_800_000);
    expect(await until('2026-05-30T12:30:00Z')).toEqual(1_800_000);
    expect(await until('2026-05-30 14:30:00')).toEqual(1_800_000);
    expect(await until('2026-05-30T14:00:20')).toEqual(20_000);
    expect(await until('2020-01-01')).toEqual(0);
  });

  it.each([
    [{ amount: -1 }, 'must be a number of 0 or more'],
    [{ unit: 'constructor' }, '"constructor" is not a unit of time'],
    [{ resume: 'specificTime' }, 'There is no date to wait for'],
    [{ resume: 'specificTime', dateTime: 'soon' }, '"soon" is not a date and time'],
    [{ resume: 'never' }, 'cannot wait for "never"'],
    [{ resume: 'webhook', incomingAuthentication: 'constructor' }, 'cannot be asked for "constructor"'],
    [{ resume: 'webhook', responseMode: 'constructor' }, 'cannot respond in the mode "constructor"'],
    [{ resume: 'webhook', responseCode: 99 }, '99 is not a status'],
    [{ resume: 'webhook', limitWaitTime: true, limitType: 'atSpecifiedTime' }, 'There is no date to wait for'],
    [{ resume: 'form', ...fields({ fieldLabel: ' ' }) }, 'Field 1 of the form has no label'],
    [{ resume: 'form', ...fields({ fieldLabel: 'a', fieldType: 'toString' }) }, 'the type "toString"'],
    [{ resume: 'form', ...fields({ fieldLabel: 'a', fieldType: 'radio' }) }, '"a" has nothing to choose from'],
    [{ resume: 'form', ...fields({ fieldLabel: 'a' }, { fieldLabel: 'a' }) }, 'Two fields of the form are called "a"'],
    [{ resume: 'form', ...redirectTo('javascript:alert(1)') }, 'is not the address of a web site'],
  ])('%j is refused', async (parameters, message) => {
    expect((await run(parameters)).error?.message).toContain(message);
  });

  it('ends when the run is stopped', async () => {
    const host = createFakeHost({ sleep: 'manual' });
    const stop = new AbortController();
    const running = run({ amount: 1 }, { host, request: { signal: stop.signal } });
    await host.untilSleeping();
    stop.abort(new Error('stopped'));
    expect((await running).run.status).toBe('canceled');
  });

  it('waits for a call, without end or with a limit', async () => {
    const now = 1000;
    const waitOf = async (parameters: Record<string, unknown>, typeVersion = 1.1) =>
      (await run({ resume: 'webhook', ...parameters }, { typeVersion, host: { now } })).run.wait;
    expect(await waitOf({})).toEqual({
      node: 'Node',
      runIndex: 0,
      till: null,
      webhook: { method: 'GET', responseMode: 'onReceived', responseCode: 200 },
    });
    expect(await waitOf({ limitWaitTime: true }, 1)).toMatchObject({ till: now + 3_600_000 });
    expect(await waitOf({ limitWaitTime: true, resumeAmount: 2, resumeUnit: 'seconds' })).toMatchObject({
      till: 3000,
    });
    const date = { limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-01T00:00:00Z' };
    expect(await waitOf(date)).toMatchObject({ till: Date.UTC(2026, 0) });
    const options = {
      webhookSuffix: '/approved/',
      ipWhitelist: '10.0.0.0/8',
      ignoreBots: true,
      responseHeaders: { entries: [{ name: 'X-A', value: 'b' }] },
      responseData: 'thanks',
    };
    expect(await waitOf({ httpMethod: 'POST', responseCode: 202, options })).toMatchObject({
      webhook: {
        method: 'POST',
        suffix: 'approved',
        ipAllowList: '10.0.0.0/8',
        ignoreBots: true,
        responseHeaders: { 'x-a': 'b' },
        responseText: 'thanks',
        responseCode: 202,
      },
    });
    expect(await waitOf({ responseMode: 'lastNode', responseData: 'allEntries' })).toMatchObject({
      webhook: { responseMode: 'lastNode', responseData: 'allEntries' },
    });
  });

  it('gives the call that ended the wait as an item', async () => {
    const { items, json } = await runResumed(
      { resume: 'webhook' },
      { kind: 'webhook', request: { ...request, binary: { data: file } } },
      'webhook',
    );
    expect(json).toEqual([
      {
        headers: { 'x-a': 'b' },
        params: {},
        query: { a: '1' },
        body: { ok: true },
        webhookUrl: 'https://run.example/webhook-waiting/1/2',
        executionMode: 'production',
      },
    ]);
    expect(items[0]?.binary).toEqual({ data: file });
  });

  it('waits for a form with all its fields', async () => {
    const { run: ended } = await run({
      resume: 'form',
      formTitle: '=Order {{ $json.a }}',
      formDescription: 'Please check.',
      responseMode: 'lastNode',
      options: { buttonLabel: 'Go', respondWithOptions: { values: { formSubmittedText: 'Bye' } } },
      ...fields(
        { fieldLabel: 'Name', requiredField: true, placeholder: 'Ada', defaultValue: '={{ $json.a }}' },
        { fieldLabel: 'Size', fieldType: 'dropdown', multiselect: true, fieldOptions: { values: [{ option: 'S' }] } },
        { fieldLabel: 'Bill', fieldType: 'file', acceptFileTypes: '.pdf' },
        { fieldLabel: 'One', fieldType: 'file', multipleFiles: false },
        { fieldType: 'hiddenField', fieldName: 'id', fieldValue: '7' },
        { fieldType: 'html', html: '<h1>Hi</h1><script>bad()</script>&lt;b&gt;<br>you' },
      ),
    });
    expect(ended.wait).toEqual({
      node: 'Node',
      runIndex: 0,
      till: null,
      form: {
        title: 'Order 1',
        description: 'Please check.',
        buttonLabel: 'Go',
        responseMode: 'lastNode',
        isPage: true,
        leadsOn: false,
        completion: { kind: 'text', title: 'Your answers have arrived', message: 'Bye' },
        fields: [
          { type: 'text', label: 'Name', required: true, placeholder: 'Ada', defaultValue: '1' },
          { type: 'dropdown', label: 'Size', options: ['S'], multiple: true },
          { type: 'file', label: 'Bill', multiple: true, acceptFileTypes: '.pdf' },
          { type: 'file', label: 'One' },
          { type: 'hidden', label: 'id', name: 'id', defaultValue: '7' },
          { type: 'html', label: '', defaultValue: '<h1>Hi</h1><script>bad()</script>&lt;b&gt;<br>you' },
        ],
      },
    });
    const redirected = await run({ resume: 'form', formTitle: 'T', ...redirectTo('https://a.example/?b=1') });
    expect(redirected.run.wait?.form?.completion).toEqual({ kind: 'redirect', url: 'https://a.example/?b=1' });
  });

  it('gives what was sent with a form as an item', async () => {
    const form = { kind: 'form', fields: { Name: 'Ada' }, submittedAt: 0 } as const;
    const { items, json } = await runResumed(
      { resume: 'form', formTitle: 'T' },
      { ...form, request: { ...request, binary: { Bill: file } } },
    );
    expect(json).toEqual([{ Name: 'Ada', submittedAt: '1970-01-01T00:00:00.000Z', formMode: 'test' }]);
    expect(items[0]?.binary).toEqual({ Bill: file });
  });

  it('hands on what came in when nothing arrived in time', async () => {
    const { json } = await runResumed({ resume: 'webhook', limitWaitTime: true }, { kind: 'time' });
    expect(json).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('does not wait where no items come', async () => {
    const { run: ended } = await run({ resume: 'webhook' }, { items: [] });
    expect(ended.status).toBe('success');
  });
});
