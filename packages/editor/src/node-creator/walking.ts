import type { CreatorRow } from './rows.ts';

/** Rows that Page Up and Page Down pass. */
const page = 8;

interface Walk {
  /** Left and right belong to the text then. */
  isSearching: boolean;
  setActive: (index: number) => void;
  turn: (row: CreatorRow) => void;
  choose: (row: CreatorRow) => void;
  close: () => void;
}

/** What the keys do in the search field, by their names. @param at index of the row that is marked */
export const keysOf = (rows: readonly CreatorRow[], at: number, walk: Walk): Map<string, () => void> => {
  const current = rows[at];
  const go = (index: number) => () => walk.setActive(Math.max(1, Math.min(index, rows.length - 1)));
  const keys = new Map<string, () => void>([
    // The first row of all is a heading: index 0 stands for the first that can be added.
    ['ArrowDown', go(at + 1)],
    ['ArrowUp', at <= 1 ? () => walk.setActive(0) : go(at - 1)],
    ['PageDown', go(at + page)],
    ['PageUp', go(at - page)],
    ['Enter', () => current && walk.choose(current)],
    ['Escape', walk.close],
    ['Tab', walk.close],
  ]);
  if (walk.isSearching) return keys;
  const turns = current?.kind === 'node' ? current.actions > 0 : current !== undefined && 'isOpen' in current;
  const isOpen = current !== undefined && 'isOpen' in current && current.isOpen;
  if (turns && !isOpen) keys.set('ArrowRight', () => walk.turn(current!));
  if (turns && isOpen) keys.set('ArrowLeft', () => walk.turn(current!));
  else {
    const above = rows.findLastIndex((row, index) => index < at && levelOf(row) < levelOf(current));
    if (above >= 0) keys.set('ArrowLeft', go(above));
  }
  keys.set('Home', () => walk.setActive(0));
  keys.set('End', go(rows.length - 1));
  return keys;
};

/** How deep a row stands; left leads to the one that it belongs to. */
const levelOf = (row: CreatorRow | undefined): number =>
  row === undefined ? 0 : { category: 0, subcategory: 1, node: 2, action: 3, more: 3 }[row.kind];
