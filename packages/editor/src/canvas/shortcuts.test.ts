import { expect, test } from 'vitest';
import { type KeyPress, shortcutOf } from './shortcuts.ts';

const press = (text: string): KeyPress => {
  const parts = text.split(' ');
  const key = parts.at(-1)!;
  return {
    key,
    code: `Key${key.toUpperCase()}`,
    ctrlKey: parts.includes('ctrl'),
    metaKey: parts.includes('meta'),
    shiftKey: parts.includes('shift'),
    altKey: parts.includes('alt'),
  };
};

test.each([
  ['Tab', 'toggleCreator'],
  ['Escape', 'escape'],
  ['d', 'toggleDisabled'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
  ['ctrl a', 'selectAll'],
  ['ctrl d', 'duplicate'],
  ['ctrl z', 'undo'],
  ['ctrl shift Z', 'redo'],
  ['ctrl y', 'redo'],
  ['ctrl s', 'save'],
  ['ctrl o', 'openWorkflow'],
  ['ctrl alt n', 'newWorkflow'],
  ['Enter', 'open'],
  ['ctrl Enter', 'run'],
  ['F2', 'rename'],
  ['ArrowUp', 'walkUp'],
  ['shift ArrowRight', 'selectDownstream'],
  ['shift ArrowLeft', 'selectUpstream'],
  ['shift +', 'zoomIn'],
  ['-', 'zoomOut'],
  ['0', 'resetZoom'],
  ['1', 'zoomToFit'],
])('%s: %s', (keys, shortcut) => {
  expect(shortcutOf(press(keys), false)).toBe(shortcut);
});

test('Cmd stands for Ctrl on a Mac, and Ctrl does nothing there', () => {
  expect(shortcutOf(press('meta d'), true)).toBe('duplicate');
  expect(shortcutOf(press('ctrl d'), true)).toBeUndefined();
  expect(shortcutOf(press('meta d'), false)).toBeUndefined();
});

test('Shift+Tab leaves the canvas, and keys of the browser stay its own', () => {
  for (const keys of ['shift Tab', 'ctrl r', 'alt ArrowLeft', 'ctrl shift i', 'ctrl 0', 'constructor']) {
    expect(shortcutOf(press(keys), false)).toBeUndefined();
  }
});
