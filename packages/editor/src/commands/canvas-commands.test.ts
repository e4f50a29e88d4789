import { expect, test, vi } from 'vitest';
import { type KeyPress, keysOf, shortcutText } from '../ui/shortcuts.ts';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { onNotice } from '../workflow/notices.ts';
import { openSession } from '../workflow/session.ts';
import { aboutCommands, commandIds } from './about.ts';
import { canvasCommands, commandOf, isOffered } from './canvas-commands.ts';
import { everywhereCommands } from './everywhere.ts';
import { press } from './press.ts';

const pressed = (text: string): KeyPress => {
  const parts = text.split(' ');
  const key = parts.at(-1)!;
  return {
    key,
    code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
    ctrlKey: parts.includes('ctrl'),
    metaKey: parts.includes('meta'),
    shiftKey: parts.includes('shift'),
    altKey: parts.includes('alt'),
  };
};

test.each([
  ['Tab', 'addNode'],
  ['Escape', 'leave'],
  ['d', 'toggleDisabled'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
  ['ctrl a', 'selectAll'],
  ['ctrl d', 'duplicate'],
  ['ctrl z', 'undo'],
  ['ctrl shift Z', 'redo'],
  ['ctrl y', 'redo'],
  ['Enter', 'openNode'],
  ['ctrl Enter', 'runWorkflow'],
  ['F2', 'rename'],
  ['ArrowUp', 'walkUp'],
  ['shift ArrowRight', 'selectDownstream'],
  ['shift ArrowLeft', 'selectUpstream'],
  ['shift +', 'zoomIn'],
  ['-', 'zoomOut'],
  ['0', 'resetZoom'],
  ['1', 'zoomToFit'],
])('%s: %s', (keys, command) => {
  expect(commandOf(keysOf(pressed(keys), false))).toBe(command);
});

test('Cmd stands for Ctrl on a Mac, and Ctrl does nothing there', () => {
  expect(commandOf(keysOf(pressed('meta d'), true))).toBe('duplicate');
  expect(commandOf(keysOf(pressed('ctrl d'), true))).toBeUndefined();
  expect(commandOf(keysOf(pressed('meta d'), false))).toBeUndefined();
});

test('Shift+Tab leaves the canvas, and keys of the browser stay its own', () => {
  for (const keys of ['shift Tab', 'ctrl r', 'alt ArrowLeft', 'ctrl shift i', 'ctrl 0', 'constructor']) {
    expect(commandOf(keysOf(pressed(keys), false))).toBeUndefined();
  }
});

test('letters are found where the layout has no Latin ones, and where Alt makes others of them', () => {
  expect(keysOf({ ...pressed('ctrl ы'), code: 'KeyS' }, false)).toBe('mod+s');
  expect(keysOf({ ...pressed('alt ≈'), code: 'KeyX' }, true)).toBe('alt+x');
});

test('no keys do two things', () => {
  const all = [...Object.values(canvasCommands), ...Object.values(everywhereCommands)].flatMap(({ keys = [] }) => keys);
  expect(new Set(all).size).toBe(all.length);
  for (const keys of all) expect(shortcutText(keys)).not.toBe('');
});

test('every command has its place in the palette and in the list of shortcuts', () => {
  expect([...commandIds].sort()).toEqual([...Object.keys(canvasCommands), ...Object.keys(everywhereCommands)].sort());
  expect(commandIds.every((id) => aboutCommands[id].section)).toBe(true);
});

test('what needs a selection is offered with one, and what changes the workflow only where that can be changed', () => {
  const document = documentOf('A B', 'A>B');
  const session = openSession(document);
  expect(isOffered(session, 'rename')).toBe(false);
  session.select([keyOf(document, 'A')]);
  expect(isOffered(session, 'rename')).toBe(true);
  session.select(Object.keys(document.nodes));
  expect(isOffered(session, 'rename')).toBe(false);
  expect(isOffered(session, 'duplicate')).toBe(true);
  const shown = openSession(document, { readOnly: true });
  shown.select([keyOf(document, 'A')]);
  expect(isOffered(shown, 'duplicate')).toBe(false);
  expect(isOffered(shown, 'copy')).toBe(true);
});

test('keys that would change what is selected are refused aloud where nothing can be changed, others say nothing', () => {
  const document = documentOf('A B', 'A>B');
  const session = openSession(document, { readOnly: true });
  const told = vi.fn();
  const end = onNotice(told);
  press(session, 'remove');
  expect(press(session, 'addNode')).toBe(false);
  expect(told).not.toHaveBeenCalled();
  session.select([keyOf(document, 'A')]);
  press(session, 'remove');
  expect(told).toHaveBeenCalledOnce();
  expect(Object.keys(session.state().document.nodes)).toHaveLength(2);
  end();
});
