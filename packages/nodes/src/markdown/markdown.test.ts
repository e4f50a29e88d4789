import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { markdownNode } from './markdown.node.ts';

const convert = async (parameters: object) => {
  const { json, error } = await runNode(markdownNode, { parameters });
  expect(error?.message).toBeUndefined();
  return json[0]?.data;
};
const toHtml = (markdown: string, options: object = {}) => convert({ mode: 'markdownToHtml', markdown, options });
const toMarkdown = (html: string, options: object = {}) => convert({ html, options });

test('HTML becomes Markdown beside the fields of each item', async () => {
  const { items } = await runNode(markdownNode, {
    parameters: { html: '={{ $json.h }}', destinationKey: 'o.text' },
    items: [{ h: '<h1>T</h1><p>a <b>b</b></p>' }, { h: '' }],
  });
  expect(items).toEqual([
    { json: { h: '<h1>T</h1><p>a <b>b</b></p>', o: { text: '# T\n\na **b**' } }, pairedItem: 0 },
    { json: { h: '', o: { text: '' } }, pairedItem: 1 },
  ]);
});

test.each([
  ['<ul><li>1</li></ul>', { bulletMarker: '-' }, '- 1'],
  ['<em>a</em> <strong>b</strong>', { emDelimiter: '*', strongDelimiter: '__' }, '*a* __b__'],
  ['<pre><code>x</code></pre>', { codeFence: '~~~' }, '~~~\nx\n~~~'],
  ['<pre><code>x</code></pre>', { codeBlockStyle: 'indented' }, '    x'],
  ['<p>a</p><nav>b</nav>', { ignore: 'nav, aside' }, 'a'],
  ['<a href="x">l</a>', { useLinkReferenceDefinitions: true }, '[l][1]\n\n[1]: x'],
  ['<img src="data:image/gif;base64,R0" alt="i">', { keepDataImages: true }, '![i](data:image/gif;base64,R0)'],
  ['a_b', { globalEscape: { value: { pattern: '_', replacement: '-' } } }, 'a-b'],
  ['cat, cat', { textReplace: { values: [{ pattern: 'c(a)t', replacement: 'd$1g' }] } }, 'dag, dag'],
])('%s with %j', async (html, options, expected) => {
  expect(await toMarkdown(html, options)).toBe(expected);
});

test('Markdown becomes HTML', async () => {
  expect(await toHtml('# The *title*\n\na **b** [l](x)\n\n- [ ] 1\n- 2')).toBe(
    '<h1 id="thetitle">The <em>title</em></h1>\n<p>a <strong>b</strong> <a href="x">l</a></p>\n<ul>\n<li>[ ] 1</li>\n<li>2</li>\n</ul>',
  );
});

test.each([
  ['[l](x)', { openLinksInNewWindow: true }, '<p><a href="x" rel="noopener noreferrer" target="_blank">l</a></p>'],
  ['see https://a.b/c.', {}, '<p>see https://a.b/c.</p>'],
  ['see https://a.b/c.', { simplifiedAutoLink: true }, '<p>see <a href="https://a.b/c">https://a.b/c</a>.</p>'],
  ['\\<b>x', { backslashEscapesHTMLTags: true }, '<p>&lt;b&gt;x</p>'],
  ['x', { completeHTMLDocument: true }, expect.stringMatching(/^<!DOCTYPE html>[\s\S]*<body>\n<p>x<\/p>\n<\/body>/)],
  ['# A {own}', { customizedHeaderId: true }, '<h1 id="own">A</h1>'],
  ['go :rocket: :nope: `:rocket:`', { emoji: true }, '<p>go 🚀 :nope: <code>:rocket:</code></p>'],
  ['<a@b.c>', {}, expect.stringContaining('&#97;&#64;&#98;')],
  ['<a@b.c>', { encodeEmails: false }, '<p><a href="mailto:a@b.c">a@b.c</a></p>'],
  ['# A b', { ghCompatibleHeaderId: true, prefixHeaderId: 'x ' }, '<h1 id="x-a-b">A b</h1>'],
  ['# A\n# A', {}, '<h1 id="a">A</h1>\n<h1 id="a-1">A</h1>'],
  ['hi @ada', { ghMentions: true }, '<p>hi <a href="https://github.com/ada">@ada</a></p>'],
  ['- [x] a', { tasklists: true }, '<ul>\n<li><input type="checkbox" disabled checked> a</li>\n</ul>'],
  ['# A', { headerLevelStart: 3, noHeaderId: true }, '<h3>A</h3>'],
  ['#A', { noHeaderId: true }, '<h1>A</h1>'],
  ['#A', { requireSpaceBeforeHeadingText: true }, '<p>#A</p>'],
  ['a*b*c', { literalMidWordAsterisks: true }, '<p>a*b*c</p>'],
  ['![i](a.png =10x*)', { parseImgDimensions: true }, '<p><img src="a.png" alt="i" width="10" /></p>'],
  ['a\nb', { simpleLineBreaks: true }, '<p>a<br>b</p>'],
  ['    a\n    b', { smartIndentationFix: true }, '<p>a\nb</p>'],
  ['~~a~~', {}, '<p>~~a~~</p>'],
  ['~~a~~', { strikethrough: true }, '<p><del>a</del></p>'],
  ['|a|\n|-|\n|1|', {}, '<p>|a|\n|-|\n|1|</p>'],
  ['|a|\n|-|\n|1|', { tables: true, tablesHeaderId: true }, expect.stringContaining('<th id="a">a</th>')],
])('%j with %j', async (markdown, options, expected) => {
  expect(await toHtml(markdown, options)).toEqual(expected);
});

test('what would take for ever is an error of its item', async () => {
  const failing = async (parameters: object) =>
    (await runNode(markdownNode, { parameters, items: [{}], onError: 'continueRegularOutput' })).json[0]?.error;
  const textReplace = { values: [{ pattern: '^(a+)+$!', replacement: '' }] };
  expect(await failing({ html: 'a'.repeat(5_000), options: { textReplace } })).toContain('takes too long');
  expect(await failing({ html: '<b>'.repeat(20_000) })).toContain('nested more than 200 levels');
  expect(await failing({ mode: 'markdownToHtml', markdown: '>'.repeat(20_000) })).toContain('nested too deeply');
});
