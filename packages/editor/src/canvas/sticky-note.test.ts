import { expect, test } from 'vitest';
import { isStickyNote, noteHtml, noteLook } from './sticky-note.ts';

test('notes are known in our own and in imported workflows', () => {
  expect(isStickyNote('core.stickyNote')).toBe(true);
  expect(isStickyNote('n8n-nodes-base.stickyNote')).toBe(true);
  expect(isStickyNote('core.set')).toBe(false);
});

test('a note without or with odd parameters gets the usual size and colour', () => {
  expect(noteLook({})).toEqual({ content: '', width: 240, height: 160, color: 1 });
  expect(noteLook({ parameters: { width: -4, height: 'x', color: 99 } })).toMatchObject({
    width: 240,
    height: 160,
    color: 1,
  });
  expect(noteLook({ parameters: { content: 'hi', color: '3' } })).toMatchObject({ content: 'hi', color: 3 });
});

test('markdown becomes HTML', () => {
  expect(noteHtml('## Title\n- **one**')).toContain('<strong>one</strong>');
});

test('HTML in a note is shown as text, and pictures are not loaded', () => {
  const html = noteHtml('<script>alert(1)</script>\n\na <b onclick="x">t</b> ![pic](https://example.org/x.png)');
  expect(html).not.toMatch(/<script|<b|<img/);
  expect(html).toContain('&lt;b onclick');
});

test('links lead to http, https and mailto only', () => {
  expect(noteHtml('[a](https://example.org)')).toContain('href="https://example.org"');
  expect(noteHtml('[a](mailto:a@b.example)')).toContain('href="mailto:');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'file:///etc/passwd']) {
    expect(noteHtml(`[a](${address})`)).not.toContain('href');
  }
});
