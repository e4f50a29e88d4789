import { type Expression, type Node, type Options, Parser, type Program } from 'acorn';
import { limits } from './budget.ts';
import { ExpressionError } from './errors.ts';

/** Code of a part: one expression, or statements of which the last expression is the value. */
export type ParsedCode = Expression | Program;

/** `await` is read so that it can be refused with a reason. */
const options: Options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true };

/** Names that are declared twice are found when the code is compiled; the parser would look through all names for each. */
class CodeParser extends Parser {
  declareName(): void {}
}

/**
 * Reads the code of one `{{ }}`. The tree is no deeper than `limits.nesting`, so that those who walk it may recurse.
 * @throws ExpressionError of kind `syntax` with the position in the code, or `budget`
 */
export function parseCode(code: string): ParsedCode | undefined {
  if (code.length > limits.codeLength) throw tooLong();
  if (isBlank(code)) return undefined;
  try {
    const tree = parseAny(code);
    assertDepth(tree);
    return tree;
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    if (error instanceof SyntaxError && !/stack space/.test(error.message)) throw asSyntaxError(error, code);
    throw tooDeep();
  }
}

function parseAny(code: string): ParsedCode {
  let expression: Expression;
  try {
    expression = CodeParser.parseExpressionAt(code, 0, options);
  } catch (error) {
    if (!/^\s*(?:const|let|var|function|switch|try|do|if|for|while|return|throw|;)/.test(code)) throw error;
    return CodeParser.parse(code, options);
  }
  return isBlank(code.slice(expression.end)) ? expression : CodeParser.parse(code, options);
}

/** True for white space, semicolons and comments. */
const isBlank = (code: string): boolean => /^(?:[\s;]|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/.test(code);

function asSyntaxError(error: SyntaxError & { pos?: number }, code: string): ExpressionError {
  const position = error.pos ?? 0;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  const character = code[position];
  if (character !== undefined && '“”‘’«»'.includes(character)) {
    return new ExpressionError('syntax', `The quotation mark ${character} is no part of the language`, {
      position,
      hint: 'Use straight quotation marks: " or \'.',
    });
  }
  if (character === undefined) {
    return new ExpressionError('syntax', 'The expression ends too early', {
      position,
      hint: 'A bracket, a quotation mark or a value is missing at its end.',
    });
  }
  if (message === 'Unexpected token')
    return new ExpressionError('syntax', `"${character}" is not expected here`, { position });
  if (message === 'Unterminated string constant') {
    return new ExpressionError('syntax', 'The text has no end', {
      position,
      hint: `Close it with ${character}. A ${character} within the text needs a backslash: \\${character}.`,
    });
  }
  return new ExpressionError('syntax', message, { position });
}

export const tooLong = () =>
  new ExpressionError('budget', 'The expression is too long', {
    hint: `One field has at most ${limits.codeLength.toLocaleString('en-US')} characters of code in ${limits.parts.toLocaleString('en-US')} parts.`,
  });

const tooDeep = () =>
  new ExpressionError('budget', 'The expression is nested too deeply', {
    hint: 'Split it, or move the work to a Code node.',
  });

/** Walks with a list of its own, since a deep tree must not fill the stack. */
function assertDepth(root: Node): void {
  let level: Node[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.nesting) throw tooDeep();
    level = level.flatMap(childrenOf);
  }
}

/** The nodes directly below, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value: unknown = node[key as keyof Node];
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
    } else for (const element of value) if (isNode(element)) children.push(element);
  }
  return children;
}

const isNode = (value: unknown): value is Node => typeof (value as Partial<Node> | null)?.type === 'string';
