import type { FormSubmission, WebhookSpec } from '@millrace/engine/node-api';
import { runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { formTrigger } from './form-trigger.node.ts';

const fields = (...values: Record<string, unknown>[]) => ({ formFields: { values } });
const specOf = (parameters: Record<string, unknown>, typeVersion = 2.4, webhookId?: string) => {
  const { context } = setUpNode(formTrigger, { typeVersion, webhookId, parameters });
  const specs = formTrigger.webhook!(context) as WebhookSpec[];
  expect(specs).toHaveLength(1);
  return JSON.parse(JSON.stringify(specs[0])) as WebhookSpec;
};
const submission: FormSubmission = {
  fields: { Name: 'Ada' },
  submittedAt: Date.UTC(2026, 4, 30, 12),
  request: { method: 'POST', url: 'https://a.example/form/x', headers: {}, params: {}, query: {}, body: {} },
};

describe('Form Trigger: the page', () => {
  it('has its fields, its texts and its address', () => {
    const spec = specOf(
      {
        formTitle: 'Contact',
        formDescription: 'Write <b>us</b>',
        ...fields(
          { fieldLabel: 'Name', requiredField: true },
          {
            fieldLabel: 'Topics',
            fieldType: 'checkbox',
            fieldOptions: { values: [{ option: 'a' }, { option: 'b' }] },
            limitSelection: 'exact',
            numberOfSelections: 2,
          },
          { fieldType: 'html', html: '<i>x</i>', elementName: 'note' },
        ),
        options: {
          path: 'contact',
          buttonLabel: 'Go',
          customCss: 'h1 { color: red }',
          ignoreBots: true,
          ipWhitelist: '10.0.0.0/8',
        },
      },
      2.4,
      'id-1',
    );
    expect(spec).toEqual({
      method: 'POST',
      path: 'contact',
      responseMode: 'onReceived',
      responseData: 'noData',
      ignoreBots: true,
      ipAllowList: '10.0.0.0/8',
      form: {
        title: 'Contact',
        description: 'Write <b>us</b>',
        buttonLabel: 'Go',
        css: 'h1 { color: red }',
        ignoreBots: true,
        ipAllowList: '10.0.0.0/8',
        leadsOn: false,
        completion: { kind: 'text', title: 'Your answers have arrived' },
        fields: [
          { type: 'text', label: 'Name', required: true },
          { type: 'checkbox', label: 'Topics', options: ['a', 'b'], selections: { least: 2, most: 2 } },
          { type: 'html', label: '', name: 'note', defaultValue: '<i>x</i>' },
        ],
      },
    });
  });

  it.each([
    [1, { path: 'p' }, 'p'],
    [2.1, { path: 'p' }, 'p'],
    [2.2, { options: { path: 'q' } }, 'q'],
    [2.4, {}, 'id-1'],
  ])('version %s with %j lies at %s', (typeVersion, parameters, path) => {
    expect(specOf({ formTitle: 'T', ...parameters }, typeVersion, 'id-1').path).toBe(path);
  });

  it('is answered at the end, by a node, or with what version 1 says', () => {
    expect(specOf({ path: 'p', responseMode: 'lastNode' }, 2)).toMatchObject({ responseMode: 'lastNode' });
    expect(specOf({ path: 'p', responseMode: 'responseNode' }, 2)).toMatchObject({ responseMode: 'responseNode' });
    expect(specOf({ path: 'p', options: { formSubmittedText: 'Bye' } }, 1).form?.completion).toMatchObject({
      message: 'Bye',
    });
    const redirect = { respondWithOptions: { values: { respondWith: 'redirect', redirectUrl: 'a.example/x' } } };
    expect(specOf({ path: 'p', options: redirect }, 2).form?.completion).toEqual({
      kind: 'redirect',
      url: 'http://a.example/x',
    });
  });

  it('asks for a password where it is said so', () => {
    expect(specOf({ path: 'p', authentication: 'basicAuth' }, 2).authentication).toBe('httpBasicAuth');
  });

  it.each([2.3, 2.4, 2.5])('version %s: names of fields', (typeVersion) => {
    const { form } = specOf({ ...fields({ fieldLabel: 'Your name', fieldName: 'name' }) }, typeVersion, 'id');
    expect(form?.fields[0]).toEqual({ type: 'text', label: 'Your name', ...(typeVersion >= 2.4 && { name: 'name' }) });
  });

  it.each([
    [{ ...fields({ fieldLabel: 'A' }, { fieldLabel: 'A' }) }, 'Two fields of the form are called "A"'],
    [{ ...fields({ fieldLabel: 'A', fieldType: 'dropdown' }) }, '"A" has nothing to choose from'],
    [{ ...fields({ fieldLabel: 'A', fieldType: 'constructor' }) }, 'has the type "constructor"'],
    [{ ...fields({}) }, 'Field 1 of the form has no label'],
    [
      { options: { respondWithOptions: { values: { respondWith: 'redirect', redirectUrl: 'javascript://x' } } } },
      'is not the address of a web site',
    ],
  ])('%j cannot be served, and has its address', (parameters, message) => {
    expect(specOf({ formTitle: 'T', ...parameters }, 2.4, 'id')).toMatchObject({
      path: 'id',
      form: { fields: [] },
      problem: { message: expect.stringContaining(message) },
    });
  });

  it('refuses a path that is none', () => {
    expect(() => specOf({ formTitle: 'T', options: { path: 'a/../b' } })).toThrow('cannot be the path of an address');
  });
});

describe('Form Trigger: the run', () => {
  it.each([
    [1, '2026-05-30T12:00:00.000Z'],
    [2, '2026-05-30T12:00:00.000Z'],
    [2.2, '2026-05-30T14:00:00.000+02:00'],
  ])('version %s gives the answers as one item, sent at %s', async (typeVersion, submittedAt) => {
    const { json } = await runNode(formTrigger, {
      typeVersion,
      parameters: { formTitle: 'T' },
      payload: { kind: 'form', ...submission },
      request: { mode: 'webhook', timezone: 'Europe/Berlin' },
    });
    expect(json).toEqual([{ Name: 'Ada', submittedAt, formMode: 'production' }]);
  });

  it('hands on files and the query, and says that it was a test', async () => {
    const file = { id: '1/x', mimeType: 'image/png', fileName: 'a.png' };
    const { items } = await runNode(formTrigger, {
      parameters: { formTitle: 'T', options: { useWorkflowTimezone: false } },
      payload: {
        kind: 'form',
        ...submission,
        request: { ...submission.request, query: { from: 'mail' }, binary: { Photo: file } },
      },
    });
    expect(items).toEqual([
      {
        json: {
          Name: 'Ada',
          submittedAt: '2026-05-30T12:00:00.000Z',
          formMode: 'test',
          formQueryParameters: { from: 'mail' },
        },
        binary: { Photo: file },
      },
    ]);
  });

  it('fails without a form', async () => {
    const { error } = await runNode(formTrigger, { parameters: { formTitle: 'T' } });
    expect(error?.message).toContain('A form trigger starts when its form is sent');
  });
});
