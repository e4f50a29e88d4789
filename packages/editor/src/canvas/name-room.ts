import { isStickyNote } from '../workflow/sticky-notes.ts';
import type { NodeKey, WorkflowDocument } from '../workflow/types.ts';
import { cardBox, columnWidth, rowHeight, type Size } from './geometry.ts';

/**
 * How much room the name of a node has below its card, so that names touch neither the cards below them nor each other, whatever the
 * layout of an imported workflow is.
 */
export type NameRooms = (key: NodeKey) => Size;

/** A name is no wider, nor is more room asked for, than this. */
export const mostRoom: Size = { width: 208, height: 72 };
/** A name has this much in the worst of layouts. */
const leastRoom: Size = { width: 80, height: 16 };
/** Between two names, or a name and a card. */
const gap = 8;

interface Place {
  key: NodeKey;
  left: number;
  top: number;
}

type Nodes = WorkflowDocument['nodes'];

/** @param previous what was found for the state of the document before, which is kept while no node has moved */
export const nameRooms = (nodes: Nodes, previous?: FoundRooms): FoundRooms => {
  const places = Object.values(nodes)
    .filter(({ data }) => !isStickyNote(data.type))
    .map(({ key, data }): Place => {
      const { x, y } = cardBox(data.position);
      return { key, left: x, top: y };
    });
  if (previous && isSame(places, previous.places)) return previous;
  const cells = inCells(places);
  const rooms = new Map(places.map((place) => [place.key, roomOf(place, neighbours(place, cells))]));
  return { places, roomBelow: (key) => rooms.get(key) ?? mostRoom };
};

export interface FoundRooms {
  places: readonly Place[];
  roomBelow: NameRooms;
}

const isSame = (places: readonly Place[], before: readonly Place[]): boolean =>
  places.length === before.length &&
  places.every(({ key, left, top }, i) => {
    const other = before[i];
    return other?.key === key && other.left === left && other.top === top;
  });

const roomOf = ({ left, top }: Place, others: readonly Place[]): Size => {
  const { width: side } = cardBox([0, 0]);
  let { width, height } = mostRoom;
  for (const other of others) {
    const across = Math.abs(other.left - left);
    const down = other.top - top;
    // Another card below this one, or partly so.
    if (across < side + gap && down > side / 2) height = Math.min(height, down - side);
    // Another name at the height of this one shares what is between them; a card there keeps its own.
    else if (across >= side / 2 && Math.abs(down) < mostRoom.height) width = Math.min(width, across - gap);
    else if (across >= side && down > 0 && down < side + mostRoom.height)
      width = Math.min(width, 2 * across - side - 2 * gap);
  }
  return { width: Math.max(width, leastRoom.width), height: Math.max(height, leastRoom.height) };
};

/* Only what lies near can be in the way: cells of a grid, of which the eight around are looked at. */
const cellSize: Size = { width: columnWidth, height: rowHeight + 40 };
const cellOf = ({ left, top }: Place): [number, number] => [
  Math.floor(left / cellSize.width),
  Math.floor(top / cellSize.height),
];
type Cells = ReadonlyMap<string, readonly Place[]>;

const inCells = (places: readonly Place[]): Cells => {
  const cells = new Map<string, Place[]>();
  for (const place of places) {
    const name = cellOf(place).join();
    const cell = cells.get(name);
    if (cell) cell.push(place);
    else cells.set(name, [place]);
  }
  return cells;
};

const neighbours = (place: Place, cells: Cells): Place[] => {
  const [column, row] = cellOf(place);
  return [-1, 0, 1].flatMap((right) =>
    [-1, 0, 1].flatMap((down) =>
      (cells.get([column + right, row + down].join()) ?? []).filter((other) => other !== place),
    ),
  );
};
