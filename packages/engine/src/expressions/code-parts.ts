import type { AnyNode } from 'acorn';
import { isExpression } from './is-expression.ts';
import { childrenOf, parseCode } from './parse.ts';
import { type CodePart, splitTemplate } from './template-parts.ts';

/** For those who look into the code of a text without evaluating it. */

export interface ReadCode {
  part: CodePart;
  /** Undefined if there is no code in it, or code that cannot be read. */
  tree: AnyNode | undefined;
}

/** The `{{ }}` parts of a text with their syntax; none if the text is plain or much too long. */
export function readCodeOf(text: string): ReadCode[] {
  if (!isExpression(text)) return [];
  try {
    const { parts, trees } = splitTemplate(text);
    return parts.flatMap((part) =>
      part.kind === 'code' ? [{ part, tree: trees.has(part.code) ? trees.get(part.code) : readCode(part.code) }] : [],
    );
  } catch {
    return [];
  }
}

function readCode(code: string): AnyNode | undefined {
  try {
    return parseCode(code);
  } catch {
    return undefined;
  }
}

/** The nodes of a tree, each before those below it. */
export function* walk(tree: AnyNode | undefined): Generator<AnyNode> {
  const open: AnyNode[] = tree ? [tree] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const child of childrenOf(node)) open.push(child as AnyNode);
  }
}
