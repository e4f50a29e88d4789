import { expect, test } from 'vitest';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import { noteLook } from './sticky-note.ts';

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
  expect(noteLook({ parameters: { width: 1e308 } }).width).toBe(100_000);
  expect(noteLook({ parameters: { content: 'hi', color: '3' } })).toMatchObject({ content: 'hi', color: 3 });
});
