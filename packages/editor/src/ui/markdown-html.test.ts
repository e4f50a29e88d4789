import { expect, test } from 'vitest';
import { markdownHtml } from './markdown-html.ts';

test('markdown becomes HTML', () => {
  expect(markdownHtml('## Title\n- **one**')).toContain('<strong>one</strong>');
});

test('images that are data are shown, those of other hosts when they were asked for', () => {
  const data = 'data:image/png;base64,AAAA';
  expect(markdownHtml(`![a](${data})`)).toContain(`<img src="${data}"`);
  expect(markdownHtml('![a](data:text/html,x)')).not.toContain('<img');
  const foreign = 'https://example.org/x.png';
  const html = markdownHtml(`![a](${foreign})`);
  expect(html).not.toContain('<img');
  expect(html).toMatch(
    /<button[^>]*data-image="https:\/\/example.org\/x.png"[^>]*>a · Show image from example.org<\/button>/,
  );
  expect(markdownHtml(`![a](${foreign})`, new Set([foreign]))).toContain(`<img src="${foreign}"`);
  expect(markdownHtml('![a](http://example.org/x.png)', new Set(['http://example.org/x.png']))).not.toContain('<img');
});

test('HTML in a note is shown as text, and pictures are not loaded', () => {
  const html = markdownHtml('<script>alert(1)</script>\n\na <b onclick="x">t</b> ![pic](https://example.org/x.png)');
  expect(html).not.toMatch(/<script|<b\b|<img/);
  expect(html).toContain('&lt;b onclick');
});

test('links lead to http, https and mailto only', () => {
  expect(markdownHtml('[a](https://example.org)')).toContain('href="https://example.org"');
  expect(markdownHtml('[a](mailto:a@b.example)')).toContain('href="mailto:');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'file:///etc/passwd']) {
    expect(markdownHtml(`[a](${address})`)).not.toContain('href');
  }
});

const page = {
  linkOf: (href: string) => (href.endsWith('.md') || href.startsWith('#') ? `/help/${href}` : undefined),
  imageOf: (href: string) => (href.startsWith('../images/') ? '/rest/picture.png' : undefined),
  slugOf: (heading: string) => heading.toLowerCase(),
};

test('a page of the documentation leads to others, has places to be led to, and code that is copied', () => {
  const html = markdownHtml(
    'Text\n\n# Forms\n\n## Images\n\n[a](b.md) ![c](../images/c.png)\n\n```sh\nls <x>\n```',
    undefined,
    page,
  );
  expect(html).toContain('<h1 id="section-forms">Forms</h1>');
  expect(html).toContain('<h2 id="section-images">Images<a href="/help/#images" aria-label="#images">#</a></h2>');
  expect(html).toContain('<a href="/help/b.md">a</a>');
  expect(html).toContain('<img src="/rest/picture.png" alt="c">');
  expect(html).toContain('<code>ls &lt;x&gt;</code><button');
});

test('a page of the documentation does no more than others otherwise', () => {
  expect(markdownHtml('[a](javascript:alert(1)) [b](//example.org)', undefined, page)).not.toContain('<a');
  expect(markdownHtml('<a href="/x">a</a>', undefined, page)).not.toContain('<a');
  expect(markdownHtml('[a](/rest/logout)')).not.toContain('<a');
});
