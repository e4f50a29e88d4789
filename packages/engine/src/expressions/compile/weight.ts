import type { AnyNode } from 'acorn';
import { childrenOf } from '../parse.ts';

/** Nodes of the syntax tree that the first step pays for, and that each further step does: much code is slower than little code. */
const nodesOfFirstStep = 8;
const nodesPerStep = 2;

const loops = new Set(['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']);
const counted = new WeakMap<AnyNode, number>();

/** Steps that one turn of a loop, or one call of a function, is worth beyond the first by how much code it has. */
export const weightOf = (node: AnyNode): number =>
  Math.ceil(Math.max(0, countBelow(node) - nodesOfFirstStep) / nodesPerStep);

/** Functions within are charged when they are called. */
function countBelow(node: AnyNode): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  let count = 0;
  for (const child of childrenOf(node) as AnyNode[]) count += isFunction(child) ? 1 : 1 + countBelow(child);
  if (loops.has(node.type)) counted.set(node, count);
  return count;
}

const isFunction = ({ type }: AnyNode): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';
