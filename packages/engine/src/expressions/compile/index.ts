import type { AnyNode, ForOfStatement } from 'acorn';
import { notSupported } from '../errors.ts';
import { mutatingMethods } from '../methods/index.ts';
import { childrenOf, type ParsedCode } from '../parse.ts';
import { compileAssignment, compileDelete, compileUpdate } from './assignments.ts';
import { compileCall, compileNew } from './calls.ts';
import { type Code, type Compiler, Environment } from './code.ts';
import { compileFunction } from './functions.ts';
import { compileIdentifier } from './identifiers.ts';
import { compileArray, compileLiteral, compileObject, compileTemplateText } from './literals.ts';
import { Locals } from './locals.ts';
import { compileChain, compileMember, staticName } from './members.ts';
import { compileBinary, compileLogical, compileUnary } from './operators.ts';
import { compileBinding } from './patterns.ts';
import { compileBlock, compileProgram, compileStatement } from './statements.ts';

/** Code of one part, ready to be evaluated any number of times. */
export interface CompiledCode {
  readonly run: Code;
  /** True if it changes objects, so that an evaluation must know its own. */
  readonly isMutating: boolean;
  /** Nodes of its syntax tree. */
  readonly size: number;
}

/** The environment of code outside any function. */
export const outermost = new Environment(undefined, []);

/**
 * Turns a tree into closures. Only syntax listed here exists; all else is refused at its place.
 * @throws ExpressionError of kind `notSupported`, `forbidden` or `syntax` with the position in the code
 */
export function compileCode(tree: ParsedCode): CompiledCode {
  const { isMutating, size } = survey(tree);
  const compiler: Compiler = {
    isMutating,
    expression: (node, locals) => compileExpression(compiler, node, locals),
    statement: (node, locals) => compileStatement(compiler, node, locals),
    statements: (nodes, locals) => compileBlock(compiler, nodes, locals),
    binding: (pattern, locals) => compileBinding(compiler, pattern, locals),
  };
  const run = tree.type === 'Program' ? compileProgram(compiler, tree) : compiler.expression(tree, new Locals());
  return { run, isMutating, size };
}

function compileExpression(compiler: Compiler, node: AnyNode, locals: Locals): Code {
  switch (node.type) {
    case 'Literal':
      return compileLiteral(node);
    case 'TemplateLiteral':
      return compileTemplateText(compiler, node, locals);
    case 'Identifier':
      return compileIdentifier(node, locals);
    case 'MemberExpression':
      return compileMember(compiler, node, locals);
    case 'ChainExpression':
      return compileChain(compiler, node.expression, locals);
    case 'CallExpression':
      return compileCall(compiler, node, locals);
    case 'NewExpression':
      return compileNew(compiler, node, locals);
    case 'UnaryExpression':
      return node.operator === 'delete' ? compileDelete(compiler, node, locals) : compileUnary(compiler, node, locals);
    case 'BinaryExpression':
      return compileBinary(compiler, node, locals);
    case 'LogicalExpression':
      return compileLogical(compiler, node, locals);
    case 'ConditionalExpression': {
      const test = compiler.expression(node.test, locals);
      const consequent = compiler.expression(node.consequent, locals);
      const alternate = compiler.expression(node.alternate, locals);
      return (scope, env) => (test(scope, env) ? consequent(scope, env) : alternate(scope, env));
    }
    case 'ArrayExpression':
      return compileArray(compiler, node, locals);
    case 'ObjectExpression':
      return compileObject(compiler, node, locals);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return compileFunction(compiler, node, locals);
    case 'AssignmentExpression':
      return compileAssignment(compiler, node, locals);
    case 'UpdateExpression':
      return compileUpdate(compiler, node, locals);
    case 'SequenceExpression': {
      const codes = node.expressions.map((expression) => compiler.expression(expression, locals));
      return (scope, env) => {
        let value: unknown;
        for (const code of codes) value = code(scope, env);
        return value;
      };
    }
    default: {
      const [what, hint] = refusals.get(node.type) ?? [`${node.type} is`, 'Use a Code node for this.'];
      throw notSupported(what, node.start, hint);
    }
  }
}

const refusals = new Map<string, readonly [what: string, hint: string]>([
  ['ThisExpression', ['"this" is', 'Use $json, $input or another variable.']],
  ['ClassExpression', ['Classes are', 'Use objects and functions, or a Code node.']],
  ['ImportExpression', ['"import" is', 'Modules can be used in a Code node.']],
  ['MetaProperty', ['Meta properties are', 'Use the variables, such as $workflow and $execution.']],
  ['AwaitExpression', ['"await" is', 'Expressions never wait; leave it out.']],
  ['YieldExpression', ['"yield" is', 'Make a list with map or Array.from.']],
  ['TaggedTemplateExpression', ['Tagged templates are', 'Call the function: tag("text").']],
  ['SpreadElement', ['"..." is', 'Use it inside a list, an object or a call.']],
]);

const setsMembers = ({ type }: ForOfStatement['left']): boolean =>
  type !== 'VariableDeclaration' && type !== 'Identifier';

/** Counts the nodes of a tree, and finds whether it sets members or calls a method that may change its receiver. */
function survey(tree: AnyNode): { isMutating: boolean; size: number } {
  const open: AnyNode[] = [tree];
  let isMutating = false;
  let size = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    size += 1;
    isMutating ||= mayMutate(node);
    for (const child of childrenOf(node)) open.push(child as AnyNode);
  }
  return { isMutating, size };
}

function mayMutate(node: AnyNode): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type !== 'Identifier';
    case 'ForOfStatement':
    case 'ForInStatement':
      return setsMembers(node.left);
    case 'UnaryExpression':
      return node.operator === 'delete';
    case 'UpdateExpression':
      return node.argument.type === 'MemberExpression';
    case 'CallExpression': {
      if (node.callee.type !== 'MemberExpression') return false;
      const name = staticName(node.callee);
      return name === undefined || mutatingMethods.has(name);
    }
    default:
      return false;
  }
}
