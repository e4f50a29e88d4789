import type { FormField, FormSpec } from '@millrace/engine/node-api';
import { expect, test } from 'vitest';
import { multipart, serveWaits } from './waits-for-test.ts';

const completion = { kind: 'text', title: 'Thank you', message: 'We will call.' } as const;
const formOf = (fields: FormField[], more: Partial<FormSpec> = {}): FormSpec => ({
  title: 'Approve',
  fields,
  completion,
  ...more,
});

const open = async (form: FormSpec, outcome?: Parameters<typeof serveWaits>[0]) => {
  const served = await serveWaits(outcome);
  const id = await served.store({ wait: { form } });
  const url = served.form(id);
  const send = (parts: Parameters<typeof multipart>[0]) =>
    served.app.inject({ method: 'POST', url, ...multipart(parts) });
  return { ...served, id, url, send };
};

const every: FormField[] = [
  { label: 'Name', type: 'text', required: true, placeholder: 'Ada' },
  { label: 'Notes', type: 'textarea' },
  { label: 'Age', type: 'number' },
  { label: 'Mail', type: 'email' },
  { label: 'Secret', type: 'password' },
  { label: 'Day', type: 'date' },
  { label: 'Color', type: 'dropdown', options: ['red', 'green'] },
  { label: 'Sizes', type: 'dropdown', options: ['S', 'M', 'L'], multiple: true },
  { label: 'Extras', type: 'checkbox', options: ['milk', 'sugar'] },
  { label: 'Size', type: 'radio', options: ['small', 'large'] },
  { label: 'Bill', type: 'file', acceptFileTypes: '.pdf, image/*' },
  { label: 'Order', name: 'orderId', type: 'hidden', defaultValue: '7' },
  { label: '', type: 'html', defaultValue: 'Small print' },
];

test('the page has an input for each field, tied to its label, and no script but its own', async () => {
  const { app, url, resumed } = await open(formOf(every, { description: 'Please.\nSoon.', buttonLabel: 'Go' }));
  const { statusCode, headers, body } = await app.inject({ url });
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'/,
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(body).toContain('<h1>Approve</h1>');
  expect(body).toContain('>Go</button>');
  expect(body).toContain('Small print');
  expect(body.match(/<script/g)).toHaveLength(1);
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 10]) {
    expect(body).toContain(`<label for="field-${index}">`);
    expect(body).toContain(` id="field-${index}"`);
  }
  expect(body).toContain('<legend>Size</legend>');
  expect(body).toContain('type="hidden" name="field-11" value="7"');
  expect(body).toMatch(/id="field-0" name="field-0" required placeholder="Ada"/);
  expect(resumed).toEqual([]);
});

test('looking at it, by whatever, does not send it', async () => {
  const { app, url, resumed, send } = await open(formOf([]));
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const) await app.inject({ method, url });
  expect(resumed).toEqual([]);
  expect((await send([])).statusCode).toBe(200);
  expect(resumed).toHaveLength(1);
});

test('what is sent comes to the run by label, in the type of the field', async () => {
  const { send, resumed, id, binary } = await open(formOf(every));
  const answer = await send([
    ['field-0', 'Ada'],
    ['field-1', 'one\r\ntwo'],
    ['field-2', '4.5'],
    ['field-3', ' ada@example.org '],
    ['field-4', 'pw'],
    ['field-5', '2026-05-30'],
    ['field-6', 'red'],
    ['field-7', 'S'],
    ['field-7', 'L'],
    ['field-8', 'milk'],
    ['field-9', 'large'],
    ['field-10', { name: 'b.pdf', type: 'application/pdf', content: 'pdf!' }],
    ['field-11', '7'],
    ['other', 'passed over'],
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('<h1>Thank you</h1>');
  expect(answer.body).toContain('We will call.');
  const { resumption, options } = resumed[0]!;
  expect(options).toEqual({ waitCount: 0 });
  if (resumption.kind !== 'form') throw new Error('no form');
  expect(resumption.submittedAt).toBe(5000);
  expect({ ...resumption.fields }).toEqual({
    Name: 'Ada',
    Notes: 'one\ntwo',
    Age: 4.5,
    Mail: 'ada@example.org',
    Secret: 'pw',
    Day: '2026-05-30',
    Color: 'red',
    Sizes: ['S', 'L'],
    Extras: ['milk'],
    Size: 'large',
    Bill: { filename: 'b.pdf', mimetype: 'application/pdf', size: 4 },
    orderId: '7',
  });
  const file = resumption.request.binary?.Bill;
  expect(file).toMatchObject({ fileName: 'b.pdf', mimeType: 'application/pdf' });
  expect(file?.id).toMatch(new RegExp(`^${id}/`));
  expect(Buffer.from(await binary.read(file!)).toString()).toBe('pdf!');
});

test('what was left empty is an empty text, an empty list, or null', async () => {
  const { send, resumed } = await open(formOf(every.map((field) => ({ ...field, required: false }))));
  await send([
    ['field-0', '  '],
    ['field-10', { name: '', content: '' }],
  ]);
  expect({ ...(resumed[0]!.resumption as { fields: object }).fields }).toEqual({
    Name: '',
    Notes: null,
    Age: null,
    Mail: null,
    Secret: null,
    Day: null,
    Color: null,
    Sizes: [],
    Extras: [],
    Size: null,
    Bill: null,
    orderId: null,
  });
});

test.each<[FormField, Parameters<typeof multipart>[0][number][1] | undefined, string]>([
  [{ label: 'Name', type: 'text', required: true }, ' ', 'Please fill this in.'],
  [{ label: 'Age', type: 'number' }, '12a', 'This is not a number.'],
  [{ label: 'Age', type: 'number' }, 'Infinity', 'This is not a number.'],
  [{ label: 'Mail', type: 'email' }, 'ada@', 'This is not an e-mail address.'],
  [{ label: 'Day', type: 'date' }, '2026-02-30', 'This is not a date'],
  [{ label: 'Color', type: 'dropdown', options: ['red'] }, 'blue', 'This is not one of the choices.'],
  [{ label: 'Color', type: 'radio', options: ['red'], required: true }, undefined, 'Please choose.'],
  [{ label: 'Color', type: 'checkbox', options: ['red'] }, 'blue', 'This is not one of the choices.'],
  [{ label: 'Bill', type: 'file', required: true }, undefined, 'Please choose a file.'],
  [
    { label: 'Bill', type: 'file', acceptFileTypes: '.pdf' },
    { name: 'a.exe', content: 'x' },
    'not a file of an accepted type',
  ],
  [{ label: 'Notes', type: 'textarea' }, 'x'.repeat(100_001), 'longer than'],
])('%j does not take %j', async (field, value, problem) => {
  const { send, resumed, binary } = await open(formOf([{ label: 'Kept', type: 'text' }, field]));
  const answer = await send([
    ['field-0', '"kept" <entry>'],
    ...(value === undefined ? [] : [['field-1', value] as [string, typeof value]]),
  ]);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('role="alert"');
  expect(answer.body).toContain(problem);
  expect(answer.body).toContain('value="&quot;kept&quot; &lt;entry&gt;"');
  expect(answer.body).toContain('aria-invalid="true"');
  expect(answer.body).toContain('id="field-1-problem"');
  expect(resumed).toEqual([]);
  expect(await binary.executionIds()).toEqual([]);
});

test('a number that is none is there to be corrected', async () => {
  const { send } = await open(formOf([{ label: 'Age', type: 'number' }]));
  const { body } = await send([['field-0', '12a']]);
  expect(body).toMatch(/<input type="text"[^>]* value="12a" inputmode="decimal" /);
});

test('passwords and files are not sent back', async () => {
  const fields: FormField[] = [
    { label: 'Secret', type: 'password' },
    { label: 'Name', type: 'text', required: true },
  ];
  const { send } = await open(formOf(fields));
  expect((await send([['field-0', 'hunter2']])).body).not.toContain('hunter2');
});

test('a form that is sent twice is taken once, and the second sender is told', async () => {
  const { send, resumed } = await open(formOf([{ label: 'Name', type: 'text' }]));
  const answers = await Promise.all([send([['field-0', 'a']]), send([['field-0', 'a']])]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(resumed).toHaveLength(1);
});

test('text of the form, and of the address, is text', async () => {
  const evil = '"><img src=x onerror=alert(1)>\'</textarea><script>alert(1)</script>{{ 7*7 }}';
  const fields: FormField[] = [
    { label: evil, type: 'text', placeholder: evil, defaultValue: evil },
    { label: evil, type: 'textarea', defaultValue: evil },
    { label: evil, type: 'radio', options: [evil] },
    { label: evil, type: 'dropdown', options: [evil] },
    { label: evil, type: 'file', acceptFileTypes: evil, required: true },
    { label: evil, type: 'html', defaultValue: evil },
    { label: 'q', type: 'hidden' },
  ];
  const form = formOf(fields, {
    title: evil,
    description: evil,
    buttonLabel: evil,
    completion: { kind: 'text', title: evil, message: evil },
  });
  const { app, url, send } = await open(form);
  const pages = [
    await app.inject({ url: `${url}?q=${encodeURIComponent(evil)}&__proto__=x` }),
    await send([['field-0', evil]]),
    await send([
      ['field-0', evil],
      ['field-4', { name: evil, content: 'x' }],
    ]),
  ];
  for (const page of pages) {
    const body = page.body.replace(/<script>(?:(?!<script)[\s\S])*<\/script><\/body>/, '</body>');
    expect(body).not.toMatch(/<img|<script|<\/textarea><s/);
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
  }
});

test('an address can fill in fields, but no password', async () => {
  const fields: FormField[] = [
    { label: 'Your name', type: 'text' },
    { label: 'Color', type: 'dropdown', options: ['red', 'green'] },
    { label: 'Secret', type: 'password' },
  ];
  const { app, url } = await open(formOf(fields));
  const { body } = await app.inject({ url: `${url}?Your%20name=Ada&Color=green&Secret=x123` });
  expect(body).toContain('value="Ada"');
  expect(body).toContain('<option value="green" selected>');
  expect(body).not.toContain('value="x123');
});

test('a redirect leads to web sites only', async () => {
  const to = async (url: string) => {
    const { send } = await open(formOf([], { completion: { kind: 'redirect', url } }));
    return (await send([])).body;
  };
  expect(await to('https://example.org/?a=1&b="2"')).toContain(
    'content="0;url=https://example.org/?a=1&amp;b=&quot;2&quot;"',
  );
  expect(await to('javascript:alert(1)')).not.toContain('javascript');
  expect(await to('data:text/html,x')).not.toContain('data:');
});

test('whoever sends it hears of a run that fails, where the form waits for its end', async () => {
  const failed = await open(formOf([], { responseMode: 'lastNode' }), { ended: { status: 'error' } });
  const answer = await failed.send([]);
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('could not be finished');
  const stopped = await open(formOf([], { responseMode: 'lastNode' }), { ended: { status: 'queued' } });
  const later = await stopped.send([]);
  expect(later.statusCode).toBe(200);
  expect(later.body).toContain('goes on when the server runs again');
  const response = { status: 200, headers: {}, body: { kind: 'text' as const, text: 'from the run' } };
  const responds = await open(formOf([], { responseMode: 'responseNode' }), { response });
  const sent = await responds.send([]);
  expect(sent.body).toBe('from the run');
  expect(sent.headers['content-security-policy']).toContain('sandbox');
});

test('bodies that are no form, or too large, are refused', async () => {
  const { app, url, resumed, send } = await open(formOf([{ label: 'A', type: 'file' }]));
  const json = await app.inject({ method: 'POST', url, payload: { 'field-0': 'x' } });
  expect(json.statusCode).toBe(415);
  const large = await send([['field-0', { name: 'a', content: 'x'.repeat(17 * 1024 * 1024) }]]);
  expect(large.statusCode).toBe(413);
  expect(resumed).toEqual([]);
});

test('plain url-encoded forms are taken as well', async () => {
  const { app, url, resumed } = await open(formOf([{ label: 'A', type: 'checkbox', options: ['x', 'y'] }]));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url, headers, payload: 'field-0=x&field-0=y' });
  expect((resumed[0]!.resumption as { fields: object }).fields).toMatchObject({ A: ['x', 'y'] });
});

test('senders from elsewhere than allowed do not see it', async () => {
  const { app, url } = await open(formOf([], { ipAllowList: '10.0.0.0/8' }));
  expect((await app.inject({ url, remoteAddress: '11.0.0.1' })).statusCode).toBe(403);
  expect((await app.inject({ url, remoteAddress: '10.0.0.1' })).statusCode).toBe(200);
});

test('HTML and styles of a form run nothing, load nothing by themselves and stay where they are', async () => {
  const markup = `<h2 onclick="x()">Hi</h2><img src="https://a.example/a.png" onerror="x()"><img src="javascript:x()"><a href="javascript:x()">a</a><a href="https://a.example">b</a>
    <iframe src="https://a.example"></iframe><style>*{}</style><form action="https://a.example"><input name="field-0"></form><svg><script>x()</script></svg><b>open`;
  const fields: FormField[] = [{ label: '', type: 'html', defaultValue: markup, name: 'shown' }];
  const css = '</style><script>x()</script>h1 { color: red }';
  const { app, url, send, resumed } = await open(
    formOf(fields, { css, description: '<script>x()</script>Hello <i>you</i>' }),
  );
  const { body, headers } = await app.inject({ url });
  const own = body.replace(/<script>(?:(?!<script)[\s\S])*<\/script><\/body>/, '');
  expect(own).not.toMatch(/<script|onclick|onerror|javascript:|<iframe|<svg|<input|a\.example"><input/);
  expect(own).toContain('<img src="https://a.example/a.png">');
  expect(own).toContain('<a href="https://a.example" target="_blank" rel="noopener noreferrer">b</a>');
  expect(own).toContain('<b>open</b>');
  expect(own).toContain('<p class="text">Hello <i>you</i></p>');
  expect(own).toContain('\\3c /style>\\3c script>x()');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+' 'sha256-[^' ]+'; img-src https: http: data:;/,
  );
  await send([]);
  expect((resumed[0]!.resumption as { fields: object }).fields).toEqual({ shown: markup });
});

test('what looks like a file, or like an expression, is neither', async () => {
  const fields: FormField[] = [
    { label: 'Name', type: 'text' },
    { label: 'Bill', type: 'file', required: true },
  ];
  const { app, url, send, resumed } = await open(formOf(fields));
  const forged = {
    files: { 'field-1': { filepath: '/etc/passwd', originalFilename: 'a' } },
    'field-1': { filepath: '/etc/passwd' },
  };
  const json = await app.inject({ method: 'POST', url, payload: forged });
  expect(json.statusCode).toBe(415);
  const form = 'field-1=%2Fetc%2Fpasswd&files[field-1][filepath]=%2Fetc%2Fpasswd';
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await app.inject({ method: 'POST', url, payload: form, headers: type })).statusCode).toBe(422);
  expect(
    (
      await send([
        ['field-0', 'x'],
        ['field-1', '/etc/passwd'],
      ])
    ).statusCode,
  ).toBe(422);
  expect(resumed).toEqual([]);
  await send([
    ['field-0', '={{ 7*7 }}'],
    ['field-1', { name: '../../etc/passwd', content: 'x' }],
  ]);
  const { resumption } = resumed[0]!;
  if (resumption.kind !== 'form') throw new Error('no form');
  expect(resumption.fields.Name).toBe('={{ 7*7 }}');
  expect(resumption.request.binary?.Bill?.fileName).toBe('passwd');
});
