import type { JsonObject } from '@millrace/contract/data';
import type { FormSubmission, Resumption } from '@millrace/engine/node-api';
import { passNode, runWorkflowForTest, startNode, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { formTrigger } from '../form-trigger/form-trigger.node.ts';
import { wait } from '../wait/wait.node.ts';
import { form } from './form.node.ts';

const submission: FormSubmission = {
  fields: { Name: 'Ada' },
  submittedAt: 0,
  request: { method: 'POST', url: 'https://a.example/form/x', headers: {}, params: {}, query: {}, body: {} },
};
const trigger = {
  formTitle: '=Order {{ 1 + 1 }}',
  options: { buttonLabel: 'Next', customCss: 'h1 {}', path: 'order' },
};
const payload = { kind: 'form', ...submission, request: { ...submission.request, query: { Age: '7' } } } as const;

/** Form trigger, page, end. */
const run = (parameters: Record<string, unknown>, typeVersion = 2.4, more: object = {}) =>
  runWorkflowForTest(
    workflow()
      .node('First', formTrigger, { parameters: trigger, typeVersion: 2.4, webhookId: 'id' })
      .node('Page', form, { parameters: parameters as never, typeVersion })
      .node('End', passNode)
      .wire('First > Page > End'),
    { payload, host: { now: 0 }, ...more },
  );

const runResumed = async (parameters: Record<string, unknown>, resumption: Resumption) => {
  const ended = await run(parameters);
  expect(ended.status).toBe('waiting');
  return run(parameters, 2.4, { recorded: ended.finished, resumption });
};
const fields = { formFields: { values: [{ fieldLabel: 'Age', fieldType: 'number' }] } };
const form1: Resumption = { kind: 'form', ...submission };

describe('Form: a page', () => {
  it.each([1, 2.3, 2.4, 2.5])('version %s waits, with what the trigger says of all pages', async (typeVersion) => {
    const ended = await run(fields, typeVersion);
    expect(JSON.parse(JSON.stringify(ended.wait))).toEqual({
      node: 'Page',
      runIndex: 0,
      till: null,
      form: {
        title: 'Order 2',
        description: '',
        buttonLabel: 'Next',
        css: 'h1 {}',
        fields: [{ type: 'number', label: 'Age' }],
        completion: { kind: 'text', title: 'Your answers have arrived' },
        isPage: true,
        leadsOn: true,
      },
    });
  });

  it('has its own texts, fields by JSON, and a limit', async () => {
    const ended = await run({
      defineForm: 'json',
      jsonOutput:
        '=[{ "fieldLabel": "Size", "fieldType": "radio", "fieldOptions": { "values": [{ "option": "{{ $json.Name }}" }] } }]',
      limitWaitTime: true,
      resumeAmount: 2,
      resumeUnit: 'minutes',
      options: { formTitle: 'Second', formDescription: 'D', buttonLabel: 'Send', customCss: '' },
    });
    expect(ended.wait).toMatchObject({
      till: 120_000,
      form: {
        title: 'Second',
        description: 'D',
        buttonLabel: 'Send',
        fields: [{ type: 'radio', label: 'Size', options: ['Ada'] }],
      },
    });
    expect(ended.wait?.form?.css).toBeUndefined();
  });

  it('goes on with the answers, or with the items where the time is over', async () => {
    expect((await runResumed(fields, form1)).json('End')).toEqual([
      { Name: 'Ada', submittedAt: expect.stringContaining('1970-01-01'), formMode: 'test' },
    ]);
    expect((await runResumed(fields, { kind: 'time' })).json('End')).toMatchObject([{ Name: 'Ada', formMode: 'test' }]);
  });

  it('fails with fields that are none', async () => {
    const { error } = await run({ defineForm: 'json', jsonOutput: '[{]' });
    expect(error?.message).toContain('not valid JSON');
  });
});

describe('Form: an ending', () => {
  it.each([
    [
      { completionTitle: 'Done', completionMessage: 'Bye' },
      { kind: 'text', title: 'Done', message: 'Bye' },
    ],
    [
      { respondWith: 'redirect', redirectUrl: 'https://a.example' },
      { kind: 'redirect', url: 'https://a.example/' },
    ],
    [
      { respondWith: 'showText', responseText: '<h1>Hi</h1>' },
      { kind: 'html', html: '<h1>Hi</h1>' },
    ],
  ])('%j', async (parameters, completion) => {
    const ended = await run({ operation: 'completion', ...parameters });
    expect(ended.wait).toMatchObject({ till: 600_000, form: { completion, isPage: true, isEnding: true, fields: [] } });
    const { items } = await runResumed({ operation: 'completion', ...parameters }, form1).then((resumed) => ({
      items: resumed.json('End'),
    }));
    expect(items).toMatchObject([{ Name: 'Ada' }]);
  });

  it('gives a file of the first item', async () => {
    const file = { id: '1/x', mimeType: 'application/pdf', fileName: 'a.pdf' };
    const given = { payload: { ...payload, request: { ...payload.request, binary: { report: file } } } };
    const parameters = { operation: 'completion', respondWith: 'returnBinary', completionTitle: 'T' };
    const ended = await run({ ...parameters, inputDataFieldName: 'report' }, 2.4, given);
    expect(ended.wait?.form?.completion).toMatchObject({ kind: 'file', file, title: 'T' });
    expect((await run(parameters, 2.4, given)).error?.message).toBe('The first item has no file in "data"');
  });

  it('does not wait where nobody can have been led to it, and not for no items', async () => {
    const alone = (items: JsonObject[]) =>
      runWorkflowForTest(
        workflow()
          .node('Start', startNode)
          .node('Page', form, { parameters: { operation: 'completion' } })
          .wire('Start > Page'),
        { items },
      );
    expect((await alone([{ a: 1 }])).json('Page')).toEqual([{ a: 1 }]);
    expect((await alone([])).status).toBe('success');
  });

  it('is the last page', async () => {
    const { error } = await runWorkflowForTest(
      workflow()
        .node('First', formTrigger, { parameters: trigger, typeVersion: 2.4, webhookId: 'id' })
        .node('Page', form, { parameters: { operation: 'completion' } })
        .node('More', wait, { parameters: { resume: 'form', formTitle: 'T' } })
        .wire('First > Page > More'),
      { payload },
    );
    expect(error?.message).toBe('A form ending must be the last page of the form');
  });
});
