import { graphlib, layout as runDagre } from '@dagrejs/dagre';
import { limits } from '@millrace/contract';
import type { NodeKey, Wire } from '../../workflow/types.ts';
import { type Box, columnWidth, type Point, rowHeight, type Size, snap, squareSize } from '../geometry.ts';

/*
 * Where nodes go so that a workflow reads from left to right: columns by what leads to what, few crossings, parts that are not connected below each
 * other. Add-ons (models, tools, memories) stand below the node that they belong to.
 */

type WireEnds = Pick<Wire, 'source' | 'sourceType' | 'sourceIndex' | 'target' | 'targetIndex'>;

export interface LayoutNode extends Size {
  key: NodeKey;
  /** Where it stands now: what stands above stays above where nothing else decides. */
  x: number;
  y: number;
  /** Groups around it, the outermost first: their nodes stay together. */
  groups?: readonly string[];
}

const gapX = columnWidth - squareSize;
const gapY = rowHeight - squareSize;
const gapBetweenParts = 2 * gapY;
/** Parts of one node stand beside each other, this many in a row. */
const singlesInRow = 6;

/** The upper left corners of all nodes, beginning at 0, 0. */
export const layout = (nodes: readonly LayoutNode[], wires: readonly WireEnds[]): Map<NodeKey, Point> => {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const inner = wires.filter(({ source, target }) => byKey.has(source) && byKey.has(target) && source !== target);
  const hosts = hostsOf(inner);
  const blocks = blocksOf(nodes, hosts);
  const main = inner.filter(({ source, target }) => blocks.has(source) && blocks.has(target));
  const corners = new Map<NodeKey, Point>();
  for (const [key, corner] of stacked(componentsOf([...blocks.values()], main), main)) {
    for (const [member, at] of blocks.get(key)!.members)
      corners.set(member, { x: corner.x + at.x, y: corner.y + at.y });
  }
  return corners;
};

/** Add-ons → the node that they belong to: the first that they lead to. Who is part of the main flow is none. */
const hostsOf = (wires: readonly WireEnds[]): Map<NodeKey, NodeKey> => {
  const inFlow = new Set(
    wires.filter(({ sourceType }) => sourceType === 'main').flatMap(({ source, target }) => [source, target]),
  );
  const hosts = new Map<NodeKey, NodeKey>();
  for (const { source, sourceType, target } of wires) {
    if (sourceType !== 'main' && !inFlow.has(source) && !hosts.has(source) && !leadsTo(hosts, target, source)) {
      hosts.set(source, target);
    }
  }
  return hosts;
};

const leadsTo = (hosts: ReadonlyMap<NodeKey, NodeKey>, from: NodeKey, to: NodeKey): boolean => {
  for (let at: NodeKey | undefined = from; at !== undefined; at = hosts.get(at)) if (at === to) return true;
  return false;
};

/** A node with its add-ons below it. */
interface Block extends LayoutNode {
  /** Corners in the block. */
  members: Map<NodeKey, Point>;
  /** Height of the line that wires run along. */
  line: number;
}

const blocksOf = (nodes: readonly LayoutNode[], hosts: ReadonlyMap<NodeKey, NodeKey>): Map<NodeKey, Block> => {
  const addOns = new Map<NodeKey, LayoutNode[]>();
  for (const node of nodes) {
    const host = hosts.get(node.key);
    if (host !== undefined) addOns.set(host, [...(addOns.get(host) ?? []), node]);
  }
  const make = (node: LayoutNode): Block => {
    const below = (addOns.get(node.key) ?? []).sort((a, b) => a.x - b.x).map(make);
    const rowWidth = below.reduce((sum, { width }) => sum + width + gapY, below.length > 0 ? -gapY : 0);
    const width = Math.max(node.width, rowWidth);
    const top = node.height + 2 * gapY;
    const members = new Map<NodeKey, Point>([[node.key, { x: (width - node.width) / 2, y: 0 }]]);
    let x = (width - rowWidth) / 2;
    for (const block of below) {
      for (const [key, at] of block.members) members.set(key, { x: x + at.x, y: top + at.y });
      x += block.width + gapY;
    }
    const height = below.length === 0 ? node.height : top + Math.max(...below.map((block) => block.height));
    return { ...node, width, height, members, line: node.height / 2 };
  };
  return new Map(nodes.filter(({ key }) => !hosts.has(key)).map((node) => [node.key, make(node)]));
};

/** Blocks that are connected, or in one group, from the top; those of one block at the end. */
const componentsOf = (blocks: readonly Block[], wires: readonly WireEnds[]): Block[][] => {
  const roots = new Map<string, string>();
  const rootOf = (key: string): string => {
    const root = roots.get(key) ?? key;
    return root === key ? key : rootOf(root);
  };
  const join = (a: string, b: string) => roots.set(rootOf(a), rootOf(b));
  for (const { source, target } of wires) join(source, target);
  for (const { key, groups = [] } of blocks) if (groups[0] !== undefined) join(key, `group ${groups[0]}`);
  const components = new Map<string, Block[]>();
  for (const block of [...blocks].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const root = rootOf(block.key);
    components.set(root, [...(components.get(root) ?? []), block]);
  }
  return [...components.values()].sort((a, b) => Number(a.length === 1) - Number(b.length === 1));
};

const stacked = (components: readonly Block[][], wires: readonly WireEnds[]): Map<NodeKey, Point> => {
  const corners = new Map<NodeKey, Point>();
  let y = 0;
  const singles = components.filter(({ length }) => length === 1).flat();
  for (const component of components) {
    if (component.length === 1) continue;
    const { places, height } = inColumns(component, wires);
    for (const [key, at] of places) corners.set(key, { x: at.x, y: y + at.y });
    y += snap(height, limits.canvasGrid) + gapBetweenParts;
  }
  let x = 0;
  let rowOf = 0;
  for (const [index, block] of singles.entries()) {
    corners.set(block.key, { x, y });
    x += block.width + gapX;
    rowOf = Math.max(rowOf, block.height);
    if ((index + 1) % singlesInRow !== 0) continue;
    x = 0;
    y += rowOf + gapY;
    rowOf = 0;
  }
  return corners;
};

/** What follows the first output stands above what follows the second. Where two nodes disagree, the first that was read is right. */
const outputOrder = (wires: readonly WireEnds[]): { left: NodeKey; right: NodeKey }[] => {
  const below = new Map<NodeKey, Set<NodeKey>>();
  const isBelow = (from: NodeKey, to: NodeKey): boolean =>
    from === to || [...(below.get(from) ?? [])].some((next) => isBelow(next, to));
  const last = new Map<NodeKey, NodeKey>();
  for (const { source, target } of wires) {
    const upper = last.get(source);
    last.set(source, target);
    if (upper === undefined || isBelow(target, upper)) continue;
    below.set(upper, (below.get(upper) ?? new Set()).add(target));
  }
  return [...below].flatMap(([left, lower]) => [...lower].map((right) => ({ left, right })));
};

const inColumns = (blocks: readonly Block[], wires: readonly WireEnds[]) => {
  const graph = new graphlib.Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: gapY, edgesep: gapY / 2, ranksep: gapX });
  graph.setDefaultEdgeLabel(() => ({}));
  const own = new Set(blocks.map(({ key }) => key));
  for (const { key, width, height, line, groups = [] } of blocks) {
    // As much above the line of the wires as below it, so that these stay level.
    graph.setNode(key, { width, height: 2 * Math.max(line, height - line) });
    for (const [depth, group] of groups.entries()) {
      const parent = groups[depth - 1];
      graph.setNode(`group ${group}`, {});
      if (parent !== undefined) graph.setParent(`group ${group}`, `group ${parent}`);
    }
    const last = groups.at(-1);
    if (last !== undefined) graph.setParent(key, `group ${last}`);
  }
  const inOrder = wires
    .filter(({ source }) => own.has(source))
    .sort((a, b) => a.sourceIndex - b.sourceIndex || a.targetIndex - b.targetIndex);
  for (const [index, { source, target }] of inOrder.entries()) graph.setEdge(source, target, {}, String(index));
  runDagre(graph, { constraints: outputOrder(inOrder) });
  const boxes = blocks.map((block): [NodeKey, Box] => {
    const { x, y } = graph.node(block.key) as Point;
    return [block.key, { x: x - block.width / 2, y: y - block.line, width: block.width, height: block.height }];
  });
  const left = Math.min(...boxes.map(([, { x }]) => x));
  const top = Math.min(...boxes.map(([, { y }]) => y));
  return {
    places: boxes.map(([key, { x, y }]): [NodeKey, Point] => [key, { x: x - left, y: y - top }]),
    height: Math.max(...boxes.map(([, { y, height }]) => y + height)) - top,
  };
};
