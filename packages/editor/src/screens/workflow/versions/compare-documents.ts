import { asStored, differenceOf, isMeantChange, isObject, partsOf } from '@millrace/contract';
import { rowHeight, squareSize } from '../../../canvas/geometry.ts';
import type { ChangeKind, DocumentMarks, NodeKey, WireKey, WorkflowDocument } from '../../../workflow/types.ts';

/** A place in which two documents differ. */
export interface Difference {
  /** JSON Pointer into the document. */
  path: string;
  /** That it belongs to; null: to none. */
  node: NodeKey | null;
  kind: ChangeKind;
  /** Undefined: nothing stands there. */
  before: unknown;
  after: unknown;
}

export interface Comparison {
  /** The later document, with what only the earlier one had. */
  document: WorkflowDocument;
  marks: DocumentMarks;
  /** Without places on the canvas. */
  differences: readonly Difference[];
  /** Nodes that lie elsewhere. */
  moved: number;
}

const valueAt = (document: WorkflowDocument, parts: readonly string[]): unknown =>
  parts.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, document);

const kinds = { add: 'added', remove: 'removed', replace: 'changed' } as const;

/** Parts of the document that are kept by node. */
const byNode = new Set(['nodes', 'pinData']);

const unionOf = <T>(later: Readonly<Record<string, T>>, earlier: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries([...Object.entries(earlier), ...Object.entries(later)]);

type Place = readonly [number, number];

const areNear = ([x, y]: Place, [otherX, otherY]: Place, distance: number): boolean =>
  Math.abs(x - otherX) < squareSize && Math.abs(y - otherY) < distance;

/** Nodes that are gone lie where others are now, such as what has replaced them: these are shown below, clear of all. */
const withRoomForRemoved = (
  nodes: WorkflowDocument['nodes'],
  isRemoved: (key: NodeKey) => boolean,
): WorkflowDocument['nodes'] => {
  const places = new Map<NodeKey, Place>(Object.values(nodes).map(({ key, data }) => [key, data.position]));
  const isFree = (key: NodeKey, place: Place, distance: number) =>
    [...places].every(([other, its]) => other === key || !areNear(place, its, distance));
  return Object.fromEntries(
    Object.entries(nodes).map(([key, node]) => {
      const [x, y] = node.data.position;
      if (!isRemoved(key) || isFree(key, [x, y], squareSize)) return [key, node];
      let below = y + rowHeight;
      while (!isFree(key, [x, below], rowHeight)) below += rowHeight;
      places.set(key, [x, below]);
      return [key, { ...node, data: { ...node.data, position: [x, below] } }];
    }),
  );
};

/** What has become of a document. Both are of the same workflow, so nodes are told apart by their keys. */
export const compareDocuments = (earlier: WorkflowDocument, later: WorkflowDocument): Comparison => {
  const [before, after] = [asStored(earlier), asStored(later)];
  const nodes = new Map<NodeKey, ChangeKind>();
  const wires = new Map<WireKey, ChangeKind>();
  const moved = new Set<NodeKey>();
  const differences: Difference[] = [];
  for (const { op, path } of differenceOf(before, after)) {
    const parts = partsOf(path);
    const [part = '', key = '', field, name] = parts;
    if (!isMeantChange(path)) continue;
    if (part === 'nodes' && field === 'data' && name === 'position') {
      moved.add(key);
      continue;
    }
    const isWhole = parts.length === 2;
    const node = byNode.has(part) ? key : null;
    if (node !== null) nodes.set(node, part === 'nodes' && isWhole ? kinds[op] : (nodes.get(node) ?? 'changed'));
    if (part === 'wires') wires.set(key, isWhole ? kinds[op] : 'changed');
    differences.push({ path, node, kind: kinds[op], before: valueAt(before, parts), after: valueAt(after, parts) });
  }
  const document = {
    ...after,
    nodes: withRoomForRemoved(unionOf(after.nodes, before.nodes), (key) => nodes.get(key) === 'removed'),
    wires: unionOf(after.wires, before.wires),
  };
  return { document, marks: { nodes, wires }, differences, moved: moved.size };
};
