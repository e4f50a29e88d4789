import { type FakeHostOptions, runWorkflowForTest, startNode, testNode, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './http-request.node.ts';
import { call } from './http-request.testing.ts';

/** Asks its tool once, and gives what it answers. */
const agent = testNode(
  (context) =>
    context.results
      ? [
          context.results.flatMap((result) =>
            result.status === 'success' ? result.items : [{ json: { failed: result.error.message } }],
          ),
        ]
      : context.run([{ node: 'Tool', items: [{ json: {} }], arguments: {} }]),
  { name: 'test.agent', inputs: ['main', 'ai_tool'], repeatable: true },
);

const ask = async (parameters: object, http: NonNullable<FakeHostOptions['http']>) => {
  const flow = workflow().node('Start', startNode).node('Agent', agent);
  flow.definitions.add(httpRequest);
  flow
    .node('Tool', 'core.httpRequestTool', {
      typeVersion: 4.2,
      parameters: { url: 'https://api.example/x', optimizeResponse: true, ...parameters } as never,
    })
    .wire('Start > Agent')
    .connect('Tool', 0, 'Agent', 0, 'ai_tool');
  const run = await runWorkflowForTest(flow, { host: { http } });
  return run.error ? { failed: run.error.message } : run.json('Agent');
};

const json = (value: unknown) => () => ({ body: value as never });
const text =
  (body: string, type = 'text/html') =>
  () => ({ body, headers: { 'content-type': type } });

describe('JSON', () => {
  const rows = [
    { id: 1, name: 'a', more: { x: 1, y: 2 } },
    { id: 2, name: 'b', more: { x: 3, y: 4 } },
  ];

  it.each([
    ['all of the whole answer', {}, rows, rows],
    ['the list in a field', { dataField: 'rows' }, { rows, total: 2 }, rows],
    ['an object in a field of each entry', { dataField: 'more' }, rows, rows.map(({ more }) => more)],
    [
      'selected fields',
      { fieldsToInclude: 'selected', fields: 'id, more.x' },
      rows,
      [
        { id: 1, more: { x: 1 } },
        { id: 2, more: { x: 3 } },
      ],
    ],
    [
      'all fields but some',
      { fieldsToInclude: 'except', fields: 'more.x,name' },
      rows,
      [
        { id: 1, more: { y: 2 } },
        { id: 2, more: { y: 4 } },
      ],
    ],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(await ask(parameters, json(answer))).toEqual(expected);
  });

  it('says which fields there are where the named one is missing', async () => {
    expect(await ask({ dataField: 'gone' }, json({ rows, total: 2 }))).toMatchObject([
      { failed: 'The answer has no field "gone"' },
    ]);
  });

  it('says so where the answer is something else', async () => {
    expect(await ask({}, text('<p>x</p>'))).toMatchObject([{ failed: 'The answer is no JSON object or list' }]);
  });
});

describe('HTML', () => {
  const page = text(
    '<html><head><title>T</title></head><body><ul><li class="a">one  <b>1</b></li><li>two<i>ad</i></li></ul></body></html>',
  );
  const list = (...found: string[]) => [{ data: JSON.stringify(found, null, 2) }];

  it.each([
    ['elements', { cssSelector: 'li' }, list('one <b>1</b>', 'two<i>ad</i>')],
    ['their text alone', { cssSelector: 'li', onlyContent: true }, list('one 1', 'twoad')],
    [
      'without what is omitted',
      { cssSelector: 'li', onlyContent: true, elementsToOmit: 'i, .none' },
      list('one 1', 'two'),
    ],
    ['nothing', { cssSelector: 'table' }, list()],
    [
      'no more than so many characters',
      { cssSelector: 'li', truncateResponse: true, maxLength: 5 },
      [{ data: '[\n  "' }],
    ],
  ])('%s', async (_, parameters, expected) => {
    expect(await ask({ responseType: 'html', ...parameters }, page)).toEqual(expected);
  });
});

it('text is what a person reads of a page, and other text as it is', async () => {
  const page = text('<body><nav>menu</nav><h1>News</h1><script>x()</script><p>It rains.</p><footer>f</footer></body>');
  expect(await ask({ responseType: 'text' }, page)).toEqual([{ data: 'NEWS It rains.' }]);
  expect(await ask({ responseType: 'text', truncateResponse: true, maxLength: 4 }, page)).toEqual([{ data: 'NEWS' }]);
  const plain = text('a < b\n  c', 'text/plain');
  expect(await ask({ responseType: 'text' }, plain)).toEqual([{ data: 'a < b\n  c' }]);
});

it('answers are whole for a tool that does not ask for less, and for the node itself', async () => {
  const answer = { rows: [1], total: 1 };
  const parameters = { dataField: 'rows', optimizeResponse: false };
  expect(await ask(parameters, json(answer))).toEqual([answer]);
  const { json: items } = await call({ ...parameters, optimizeResponse: true }, { host: { http: json(answer) } });
  expect(items).toEqual([answer]);
});
