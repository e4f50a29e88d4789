import { isObject } from '@millrace/contract';

/* Whether a workflow is laid out so that it can be read: in the sizes with which the canvas draws cards and notes. */

interface Box {
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

interface PlacedNode {
  name: string;
  type: string;
  position: [number, number];
  parameters?: Record<string, unknown>;
}

const card = { width: 100, height: 100 };
/** Below a card stands the name of its node. */
const nameHeight = 40;
/** Between the places of two nodes, so that wires and names have room. */
const pitch = { across: 160, down: 140 };

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

const sizeOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

const boxOf = ({ name, position: [left, top], parameters }: PlacedNode, isNote: boolean): Box => {
  if (!isNote) return { name, left, top, width: card.width, height: card.height + nameHeight };
  const { width, height } = isObject(parameters) ? parameters : {};
  return { name, left, top, width: sizeOr(width, 240), height: sizeOr(height, 160) };
};

/** About as high as the canvas draws the text of a note, in pixels. */
const textHeight = (content: string, width: number): number => {
  const perLine = Math.max(8, (width - 24) / 7);
  const heights = content.split('\n').map((line) => {
    if (line.trim() === '') return 8;
    const heading = /^#+ /.exec(line);
    const characters = heading ? line.length * 1.3 : line.replaceAll(/\]\([^)]*\)/g, '').length;
    return Math.ceil(characters / perLine) * (heading ? 26 : 20) + (heading ? 8 : 0);
  });
  return 24 + heights.reduce((sum, height) => sum + height, 0);
};

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));

/** What is wrong with it, in words. */
export const layoutProblems = (nodes: readonly PlacedNode[]): string[] => {
  const isNote = ({ type }: PlacedNode): boolean => type === 'core.stickyNote';
  const notes = nodes.filter(isNote);
  const cards = nodes.filter((node) => !isNote(node));
  const problems: string[] = [];
  for (const [a, b] of pairs(cards))
    if (Math.abs(a.position[0] - b.position[0]) < pitch.across && Math.abs(a.position[1] - b.position[1]) < pitch.down)
      problems.push(
        `"${a.name}" and "${b.name}" lie nearer to each other than ${pitch.across} across or ${pitch.down} down`,
      );
  for (const [a, b] of pairs(notes))
    if (overlap(boxOf(a, true), boxOf(b, true))) problems.push(`the notes "${a.name}" and "${b.name}" overlap`);
  for (const note of notes) {
    const box = boxOf(note, true);
    const text = textHeight(String(note.parameters?.content ?? ''), box.width);
    if (text > box.height) problems.push(`the note "${note.name}" is lower than its text, which is about ${text}`);
    for (const node of cards) {
      const own = boxOf(node, false);
      if (!overlap(own, box)) continue;
      if (!isInside(own, box)) problems.push(`"${node.name}" lies half on the note "${note.name}"`);
      else if (own.top < box.top + text)
        problems.push(`"${node.name}" hides the text of the note "${note.name}", which is about ${text} high`);
    }
  }
  return problems;
};
