/** Workflows of any size for the measurements of the canvas, in the public format: nodes on a grid, wires along its rows and across. */

interface Shape {
  type: string;
  typeVersion: number;
  parameters: Record<string, unknown>;
}

const shapes: readonly Shape[] = [
  {
    type: 'core.set',
    typeVersion: 3.4,
    parameters: {
      assignments: {
        assignments: [
          { id: '1', name: 'customer', type: 'string', value: '={{ $json.customer.name }}' },
          { id: '2', name: 'total', type: 'number', value: '={{ $json.price * $json.count }}' },
        ],
      },
      options: {},
    },
  },
  {
    type: 'core.if',
    typeVersion: 2.2,
    parameters: {
      conditions: {
        options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
        conditions: [
          { id: '1', leftValue: '={{ $json.total }}', rightValue: 100, operator: { type: 'number', operation: 'gt' } },
        ],
        combinator: 'and',
      },
      options: {},
    },
  },
  {
    type: 'core.httpRequest',
    typeVersion: 4.2,
    parameters: { method: 'POST', url: 'https://example.com/orders/{{ $json.id }}', options: {} },
  },
  { type: 'core.noOp', typeVersion: 1, parameters: {} },
  { type: 'core.merge', typeVersion: 3, parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} } },
  { type: 'core.limit', typeVersion: 1, parameters: { maxItems: 5 } },
];

export interface Grid {
  columns: number;
  rows: number;
}

/** How many wires the workflow of this grid has: one and a half for each node. */
export const wireCount = ({ columns, rows }: Grid): number => columns * rows * 1.5;

/** @returns the JSON text of a workflow whose nodes are called by their row and column, such as `Node 1 1`. */
export const gridWorkflow = (grid: Grid): string => {
  const cells = Array.from({ length: grid.rows * grid.columns }, (_, i) => ({
    row: Math.floor(i / grid.columns),
    column: i % grid.columns,
  }));
  const name = (row: number, column: number) => `Node ${row} ${column}`;
  const nodes = cells.map(({ row, column }, i) => ({
    id: `${i}`,
    name: name(row, column),
    ...shapes[(row * 7 + column) % shapes.length],
    position: [column * 220, row * 160],
  }));
  const along = cells
    .filter(({ column }) => column < grid.columns - 1)
    .map(({ row, column }) => [name(row, column), name(row, column + 1)] as const);
  const across = cells
    .filter(({ row, column }) => row < grid.rows - 1 && column < grid.columns - 1)
    .map(({ row, column }) => [name(row, column), name(row + 1, column + 1)] as const)
    .slice(0, wireCount(grid) - along.length);
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {};
  for (const [source, target] of [...along, ...across]) {
    connections[source] ??= { main: [[]] };
    connections[source].main[0]?.push({ node: target, type: 'main', index: 0 });
  }
  return JSON.stringify({ name: `Grid of ${nodes.length}`, nodes, connections, settings: {} });
};
