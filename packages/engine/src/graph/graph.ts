import type { Connections, WorkflowNode } from '@millrace/contract/data';

/** A wire seen from its source: where an output leads. */
export interface Target {
  readonly node: string;
  readonly input: number;
}

/** A wire seen from its target: where an input comes from. */
export interface Source {
  readonly node: string;
  readonly output: number;
  readonly input: number;
}

interface Wires {
  /** Source node → its outputs by index → targets in the order in which they run. */
  targets: Map<string, Target[][]>;
  /** Target node → everything that leads to it, by input, then in the order of the stored connections. */
  sources: Map<string, Source[]>;
}

/** A workflow's nodes and wires, indexed once. Names are data, hence maps throughout. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Place of each node in the order of the canvas: top to bottom, then left to right. */
  readonly rank: ReadonlyMap<string, number>;
  /** By connection type: `main` carries items, `ai_…` lets a sub-node serve its parent. */
  readonly wires: ReadonlyMap<string, Wires>;
}

const coordinate = (node: WorkflowNode, axis: 0 | 1): number => {
  const value = node.position?.[axis];
  return Number.isFinite(value) ? value : 0;
};

const rankByCanvas = (nodes: readonly WorkflowNode[]): Map<string, number> => {
  const sorted = nodes.toSorted((a, b) => coordinate(a, 1) - coordinate(b, 1) || coordinate(a, 0) - coordinate(b, 0));
  return new Map(sorted.map((node, index) => [node.name, index]));
};

const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/**
 * Indexes nodes and connections. Whatever cannot be a wire is ignored, since workflows come from anywhere: missing nodes, nulls, wrong
 * indexes, the same wire twice.
 */
export const buildGraph = (nodes: readonly WorkflowNode[], connections: Connections): Graph => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const rank = rankByCanvas(nodes);
  const wires = new Map<string, Wires>();

  for (const [source, byType] of Object.entries(connections)) {
    if (!byName.has(source)) continue;
    for (const [type, outputs] of Object.entries(byType ?? {})) {
      if (!Array.isArray(outputs)) continue;
      const ofType = wires.get(type) ?? { targets: new Map(), sources: new Map() };
      wires.set(type, ofType);
      ofType.targets.set(
        source,
        outputs.map((list, output) => connectOutput(source, output, list, type, ofType)),
      );
    }
  }

  function connectOutput(
    source: string,
    output: number,
    list: Connections[string][string][number],
    type: string,
    { sources }: Wires,
  ): Target[] {
    const targets: Target[] = [];
    for (const wire of list ?? []) {
      const { node, index = 0, type: targetType = type } = wire ?? {};
      if (!byName.has(node) || !isIndex(index) || targetType !== type) continue;
      if (targets.some((known) => known.node === node && known.input === index)) continue;
      targets.push({ node, input: index });
      const incoming = sources.get(node);
      const from = { node: source, output, input: index };
      if (incoming) incoming.push(from);
      else sources.set(node, [from]);
    }
    return targets.sort((a, b) => rank.get(a.node)! - rank.get(b.node)! || a.input - b.input);
  }

  for (const { sources } of wires.values()) {
    for (const list of sources.values()) list.sort((a, b) => a.input - b.input);
  }
  return { nodes: byName, rank, wires };
};

const none: readonly never[] = [];

/** Targets of each output of a node, by output index. */
export const targetsOf = (graph: Graph, node: string, type = 'main'): readonly (readonly Target[])[] =>
  graph.wires.get(type)?.targets.get(node) ?? none;

/** Everything that leads to a node, ordered by input. */
export const sourcesOf = (graph: Graph, node: string, type = 'main'): readonly Source[] =>
  graph.wires.get(type)?.sources.get(node) ?? none;

/** Names of the nodes right behind a node, each once. */
export const childrenOf = (graph: Graph, node: string, type = 'main'): string[] => [
  ...new Set(targetsOf(graph, node, type).flatMap((targets) => targets.map((target) => target.node))),
];

/** Names of the nodes right before a node, each once. */
export const parentsOf = (graph: Graph, node: string, type = 'main'): string[] => [
  ...new Set(sourcesOf(graph, node, type).map((source) => source.node)),
];

/** Sorts names by the order of the canvas; unknown names last. */
export const sortByCanvas = (graph: Graph, names: Iterable<string>): string[] =>
  [...names].sort((a, b) => (graph.rank.get(a) ?? Infinity) - (graph.rank.get(b) ?? Infinity));
