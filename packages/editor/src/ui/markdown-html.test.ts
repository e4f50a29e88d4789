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
