import { expect, test } from 'vitest';
import { markdownHtml } from './markdown-html.ts';

test('markdown becomes HTML', () => {
  expect(markdownHtml('## Title\n- **one**')).toContain('<strong>one</strong>');
});

test('HTML in a note is shown as text, and pictures are not loaded', () => {
  const html = markdownHtml('<script>alert(1)</script>\n\na <b onclick="x">t</b> ![pic](https://example.org/x.png)');
  expect(html).not.toMatch(/<script|<b|<img/);
  expect(html).toContain('&lt;b onclick');
});

test('links lead to http, https and mailto only', () => {
  expect(markdownHtml('[a](https://example.org)')).toContain('href="https://example.org"');
  expect(markdownHtml('[a](mailto:a@b.example)')).toContain('href="mailto:');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'file:///etc/passwd']) {
    expect(markdownHtml(`[a](${address})`)).not.toContain('href');
  }
});
